import './health.css';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { HealthReport } from '../../../../src/surfaces/console/health/health-contract.ts';
import { basePath } from '../../client/base-path.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { useHealthWords } from './health-words.ts';

type Check = HealthReport['checks'][number];

/** The checks of `doctor`, the failed ones first. */
export default function HealthScreen(): ReactElement {
  const say = useHealthWords();
  const api = useApi();
  const health = useQuery({
    queryKey: [api.scope, api.mode, 'health', 'report'],
    queryFn: ({ signal }) => api.get<HealthReport>('health/report', {}, signal),
  });
  const checks = health.data?.checks ?? [];
  const bad = checks.filter(({ ok }) => !ok);
  const sum = bad.length === 0 ? say('good') : say('bad', { count: bad.length });
  return (
    <>
      <PageHead
        title={say('title')}
        aside={say('aside')}
        actions={
          <Button loading={health.isFetching} onClick={() => void health.refetch()}>
            {say('again')}
          </Button>
        }
      />
      <ProblemBar error={health.error} onRetry={() => void health.refetch()} />
      {health.isPending && (
        <div className="card">
          <RowsSkeleton rows={10} height={38} />
        </div>
      )}
      {health.data && (
        <section className="card" aria-label={sum}>
          <ul className="health-list">
            <li>
              <Status tone={bad.length === 0 ? 'good' : 'bad'} word={sum} />
            </li>
            {[...bad, ...checks.filter(({ ok }) => ok)].map((check) => (
              <CheckRow key={check.check} check={check} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function CheckRow({ check: { title, ok, details, runbook } }: { check: Check }): ReactElement {
  const say = useHealthWords();
  const language = useLanguage();
  return (
    <li>
      <Status tone={ok ? 'good' : 'bad'} word={ok ? say('passed') : say('failed')} />
      <h3>{title[language]}</h3>
      <div>
        {details.map((detail) => (
          <p key={detail.en}>{detail[language]}</p>
        ))}
        {!ok && runbook && (
          <a href={`${basePath}/docs/${language}/runbook#${runbook}`}>{say('runbook')}</a>
        )}
      </div>
    </li>
  );
}
