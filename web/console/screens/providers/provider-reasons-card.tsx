import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Reasons } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { capitalize } from '../../kit/capitalize.ts';
import { numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { useProvidersWords } from './providers-words.ts';

export function ReasonsCard({ code }: { code: string | undefined }): ReactElement | null {
  const say = useProvidersWords();
  const language = useLanguage();
  const api = useApi();
  const asked = useQuery({
    queryKey: [api.scope, 'reasons', code],
    queryFn: ({ signal }) => api.get<Reasons>('providers/reasons', { code }, signal),
    enabled: code !== undefined,
  });
  if (code === undefined) return null;
  if (!asked.data) {
    return asked.error ? <ProblemBar error={asked.error} /> : <CardSkeleton height={220} />;
  }
  const { reasons } = asked.data;
  return (
    <section className="card reasons">
      <header className="card-head">
        <h2>{say('reasonsOf', { code })}</h2>
        <span className="soft">{say('reasonsDay')}</span>
      </header>
      {reasons.length === 0 && <p className="what-if-none soft">{say('reasonsNone')}</p>}
      <dl>
        {reasons.map(({ outcome, reason, words, count }) => (
          <div key={`${outcome} ${reason}`}>
            <dt>
              {words ? capitalize(words[language]) : say('noReason')}{' '}
              <span className="soft">{say(`outcome_${outcome}` as 'outcome_unknown')}</span>
            </dt>
            <dd className="number">{numberText(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
