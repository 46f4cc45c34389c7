import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type {
  RouteRow,
  Stop,
  WhatIf,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useSession } from '../../client/session.ts';
import { useBeginTask } from '../../client/tasks.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { DropdownMenu } from '../../kit/dropdown-menu.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { monthName } from '../wallet/month-name.ts';
import { currentMonth, moveMonth } from '../wallet/months.ts';
import { useProvidersWords } from './providers-words.ts';

export function WhatIfCard({
  route: { product, accountId, region },
  stops,
}: {
  route: Pick<RouteRow, 'product' | 'accountId' | 'region'>;
  stops: readonly Stop[];
}): ReactElement {
  const say = useProvidersWords();
  const nameOf = useProductName();
  const api = useApi();
  const query = {
    ...{ product, account: accountId, region },
    stops: stops.map(({ code, weight }) => (weight === undefined ? code : `${code}:${weight}`)),
  };
  const begin = useBeginTask();
  const language = useLanguage();
  const current = currentMonth(useSession().timeZone);
  // A task is stored without what was left open.
  const known = Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== null && value !== undefined),
  );
  const asked = useQuery({
    queryKey: [api.scope, 'what-if', query],
    queryFn: ({ signal }) => api.get<WhatIf>('providers/what-if', query, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (!asked.data) {
    return asked.error ? <ProblemBar error={asked.error} /> : <CardSkeleton height={220} />;
  }
  const { calls, isSample } = asked.data;
  const counted = { count: calls, calls: numberText(calls), product: nameOf(product) };
  return (
    <section className="card what-if">
      <header className="card-head">
        <h2>{say('whatIf')}</h2>
        {calls > 0 && (
          <span className="soft">{say(isSample ? 'whatIfSample' : 'whatIfOf', counted)}</span>
        )}
        <DropdownMenu
          placement="bottomRight"
          menu={{
            items: [moveMonth(current, -1), current].map((month) => ({
              key: month,
              label: monthName(month, language),
            })),
            onClick: ({ key: month }) => void begin('what_if', { ...known, month }),
          }}
        >
          <Button size="small">{say('whatIfMonth')}</Button>
        </DropdownMenu>
      </header>
      {calls === 0 ? (
        <p className="what-if-none soft">{say('whatIfNone')}</p>
      ) : (
        <Compared whatIf={asked.data} />
      )}
    </section>
  );
}

function Compared({ whatIf }: { whatIf: WhatIf }): ReactElement {
  const say = useProvidersWords();
  const { providers, cost, margin, success } = whatIf;
  const share = (value: number | null) => (value === null ? noNumber : percentText(value, 1));
  const isBetter = (success.wouldBe ?? 0) > (success.was ?? 0);
  return (
    <>
      <table className="what-if-table">
        <thead>
          <tr>
            <th scope="col">{say('provider')}</th>
            <th scope="col" className="number">
              {say('was')}
            </th>
            <th scope="col" className="number">
              {say('wouldBe')}
            </th>
          </tr>
        </thead>
        <tbody>
          {providers.map(({ code, was, wouldBe }) => (
            <tr key={code}>
              <th scope="row">
                <code>{code}</code>
                <span className="what-if-bars" aria-hidden="true">
                  <i style={{ width: `${was * 100}%` }} />
                  <b style={{ width: `${wouldBe * 100}%` }} />
                </span>
              </th>
              <td className="number">{share(was)}</td>
              <td className="number">
                <strong>{share(wouldBe)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="what-if-sums">
        <div>
          <dt>{say('costSum')}</dt>
          <dd>
            <Cost amount={cost.was} /> → <Cost amount={cost.wouldBe} />
          </dd>
        </div>
        <div>
          <dt>{say('margin')}</dt>
          <dd>
            {share(margin.was)} → {share(margin.wouldBe)}
          </dd>
        </div>
        <div>
          <dt>{say('successSum')}</dt>
          <dd className={isBetter ? 'what-if-better' : undefined}>
            {success.was === null ? noNumber : percentText(success.was)} →{' '}
            {success.wouldBe === null ? noNumber : percentText(success.wouldBe)}
          </dd>
        </div>
      </dl>
      <p className="what-if-note">{say('whatIfNote')}</p>
    </>
  );
}

function Cost({ amount }: { amount: string | null }): ReactElement {
  const say = useProvidersWords();
  if (amount === null) return <span className="soft">{say('unknownCost')}</span>;
  return <Money amount={amount} />;
}
