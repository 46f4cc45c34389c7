import './health.css';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { Fragment, type ReactElement } from 'react';
import type { HealthReport } from '../../../../src/surfaces/console/health/health-contract.ts';
import { basePath } from '../../client/base-path.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { capitalize } from '../../kit/capitalize.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { allScreens } from '../all-screens.ts';
import { hasAdvice } from './has-advice.ts';
import { useHealthWords } from './health-words.ts';
import { useHealth } from './use-health.ts';
import { toneOf, useHealthSum } from './use-health-sum.ts';

type Check = HealthReport['checks'][number];

/** The program of a release, by which its commands are run. */
const program = 'countersign';

/** The checks of `doctor`: those that failed or advise something in full, the others folded. */
export default function HealthScreen(): ReactElement {
  const say = useHealthWords();
  const health = useHealth();
  const { bad, advised, calm, sum, tone } = useHealthSum(health.data?.checks ?? []);
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
              <Status tone={tone} word={sum} />
            </li>
            {[...bad, ...advised].map((check) => (
              <CheckRow key={check.check} check={check} />
            ))}
          </ul>
          {calm.length > 0 && (
            <details className="health-passed">
              <summary>{say('passedChecks', { count: calm.length })}</summary>
              <ul className="health-list">
                {calm.map((check) => (
                  <CheckRow key={check.check} check={check} />
                ))}
              </ul>
            </details>
          )}
        </section>
      )}
    </>
  );
}

/** What is the case, what to do and where, and the command that does it. */
function CheckRow({ check }: { check: Check }): ReactElement {
  const { title, ok, details, screen, runbook } = check;
  const say = useHealthWords();
  const api = useApi();
  const language = useLanguage();
  const state = !ok ? 'failed' : hasAdvice(check) ? 'advice' : 'passed';
  const commands = new Set(
    details.flatMap(({ command }) => (command ? [`${program} ${command}`] : [])),
  );
  return (
    <li>
      <Status tone={toneOf[state]} word={say(state)} />
      <h3>{title[language]}</h3>
      <div>
        {details.map((detail) => (
          <Fragment key={detail.en}>
            <p>{capitalize(detail[language])}</p>
            {detail.todo && <p className="soft">{capitalize(detail.todo[language])}</p>}
          </Fragment>
        ))}
        {state !== 'passed' && (screen || runbook) && (
          <p className="health-links">
            {screen && (
              <Link to={`/${api.scope}/${screen}` as never} search={{ mode: api.mode } as never}>
                {say('open', { screen: titleOf(screen)[language] })}
              </Link>
            )}
            {runbook && (
              <a href={`${basePath}/docs/${language}/runbook#${runbook}`}>{say('runbook')}</a>
            )}
          </p>
        )}
        {[...commands].map((command) => (
          <p key={command} className="health-command">
            <code>{command}</code>
            <CopyButton isBare text={command} />
          </p>
        ))}
      </div>
    </li>
  );
}

function titleOf(path: string): { en: string; zh: string } {
  const found = allScreens.find((screen) => screen.path === path)?.sidebar;
  if (!found) throw new Error(`no screen ${path}`);
  return found.title;
}
