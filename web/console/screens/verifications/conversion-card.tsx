import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import type { ReactElement } from 'react';
import type { Conversion } from '../../../../src/surfaces/console/verifications/verifications-contract.ts';
import { useScope } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CodesTable, type Facet, facets } from './codes-table.tsx';
import { useVerificationWords } from './verification-words.ts';

const steps = ['started', 'delivered', 'approved'] as const;

/** How many verifications were delivered and approved, and their codes by provider, region and time. */
export function ConversionCard({
  period,
  facet,
  onFacet,
}: {
  period: Readonly<Record<string, string | undefined>>;
  facet: Facet;
  onFacet(facet: Facet): void;
}): ReactElement | null {
  const say = useVerificationWords();
  const api = useApi();
  const { area } = useScope();
  const { data, error, refetch } = useQuery({
    queryKey: [api.scope, api.mode, 'verificationFigures', 'conversion', period],
    queryFn: ({ signal }) => api.get<Conversion>('verifications/conversion', period, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const offered = facets.filter((one) => one !== 'providers' || area === 'operator');
  const shown = offered.includes(facet) ? facet : 'regions';
  const share = (step: (typeof steps)[number]) => data && data[step] / data.started;
  const shareText = (part: number | undefined) =>
    part === undefined ? noNumber : say('stepShare', { share: percentText(part, 0) });
  // The list says that there are no verifications.
  if (data?.started === 0) return null;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('conversion')}</h2>
        <span className="soft">{say('stepsNote')}</span>
      </header>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      <ol className="verify-funnel">
        {steps.map((step) => (
          <li key={step}>
            <span className="soft">{say(`step_${step}`)}</span>
            <b>{data ? numberText(data[step]) : noNumber}</b>
            <i aria-hidden="true">
              <i style={{ width: `${(share(step) ?? 0) * 100}%` }} />
            </i>
            <span className="soft">{step === 'started' ? '' : shareText(share(step))}</span>
          </li>
        ))}
      </ol>
      {data && (
        <>
          <header className="card-head">
            <Radio.Group
              size="small"
              optionType="button"
              aria-label={say('by')}
              value={shown}
              onChange={(event) => onFacet(event.target.value)}
              options={offered.map((value) => ({ value, label: say(`by_${value}`) }))}
            />
            <span className="soft">{say('codesNote')}</span>
          </header>
          <CodesTable conversion={data} facet={shown} />
        </>
      )}
    </section>
  );
}
