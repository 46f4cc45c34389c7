import type { ReactElement } from 'react';
import type {
  EndpointHealth,
  EndpointRow,
} from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { numberText } from '../../kit/number-text.ts';
import { Status } from '../../kit/status.tsx';
import type { StatusTone } from '../../kit/status-tone.ts';
import { timeText } from '../../kit/time-text.ts';
import { problemName } from './problem-name.ts';
import { useWebhooksWords } from './webhooks-words.ts';

type Shown = 'on' | 'off' | 'disabled' | 'failing';

export const endpointTones: Readonly<Record<Shown, StatusTone>> = {
  on: 'good',
  off: 'off',
  disabled: 'bad',
  failing: 'bad',
};

/** An endpoint that is on and accepted nothing since its first failure is failing. */
export function shownState({ state, health }: EndpointRow): Shown {
  return state === 'on' && health.failingSince !== null ? 'failing' : state;
}

/** What went wrong with a delivery that got no response, in the viewer's language. */
export function useProblemText(): (problem: string | null) => string | null {
  const say = useWebhooksWords();
  return (problem) => {
    const name = problem === null ? undefined : problemName(problem);
    return name ? say(`problem_${name}`) : problem;
  };
}

/** "89 of 89 attempts in the last hour failed", "HTTP 500", "Turns off on 22 Nov unless a delivery succeeds" */
export function useHealthFacts(): (health: EndpointHealth) => string[] {
  const say = useWebhooksWords();
  const language = useLanguage();
  const problemText = useProblemText();
  return ({ hours, failingSince, lastStatus, lastProblem, turnsOffAt }) => {
    const { delivered = 0, failed = 0 } = hours.at(-1) ?? {};
    const count = delivered + failed;
    const since = failingSince && timeText(failingSince, 'short', language);
    return [
      failed > 0
        ? say('failedOf', { count, failed: numberText(failed), all: numberText(count) })
        : say('since', { since }),
      lastStatus === null ? problemText(lastProblem) : `HTTP ${lastStatus}`,
      turnsOffAt && say('turnsOffAt', { day: timeText(turnsOffAt, 'day', language) }),
    ].filter((fact) => typeof fact === 'string' && fact !== '') as string[];
  };
}

/** The state alone, as a list shows it that has no space for the reason. */
export function EndpointStatus({ endpoint }: { endpoint: EndpointRow }): ReactElement {
  const say = useWebhooksWords();
  const shown = shownState(endpoint);
  return <Status tone={endpointTones[shown]} word={say(`state_${shown}`)} />;
}

export function EndpointState({ endpoint }: { endpoint: EndpointRow }): ReactElement {
  return (
    <span className="endpoint-state">
      <EndpointStatus endpoint={endpoint} />
      <FailingFacts endpoint={endpoint} />
    </span>
  );
}

/** Each in a line of its own. */
export function FailingFacts({ endpoint }: { endpoint: EndpointRow }): ReactElement | null {
  const factsOf = useHealthFacts();
  if (shownState(endpoint) !== 'failing') return null;
  return (
    <>
      {factsOf(endpoint.health).map((fact) => (
        <span key={fact} className="endpoint-failing">
          {fact}
        </span>
      ))}
    </>
  );
}

const width = 4;
const gap = 1;
const height = 20;

/** Attempts in each of the last 24 hours: as tall as there were many, red as far as they failed. */
export function HealthStrip({ hours }: Pick<EndpointHealth, 'hours'>): ReactElement | null {
  const say = useWebhooksWords();
  const sums = hours.map(({ delivered, failed }) => delivered + failed);
  const most = Math.max(...sums);
  if (most <= 0) return null;
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const all = sums.reduce((sum, one) => sum + one, 0);
  const scale = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height));
  return (
    <svg
      className="endpoint-strip"
      width={hours.length * (width + gap)}
      height={height}
      role="img"
      aria-label={say('strip', { failed: numberText(failed), all: numberText(all) })}
    >
      {hours.map((hour, at) => {
        const tall = scale(hour.delivered + hour.failed);
        const red = hour.failed === 0 ? 0 : Math.max(2, tall * (hour.failed / (sums[at] || 1)));
        const x = at * (width + gap);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is known by its place
          <g key={at}>
            <rect className="strip-none" x={x} y={height - 1} width={width} height={1} />
            <rect className="strip-good" x={x} y={height - tall} width={width} height={tall} />
            <rect className="strip-bad" x={x} y={height - red} width={width} height={red} />
          </g>
        );
      })}
    </svg>
  );
}
