import type { ReactElement } from 'react';
import type {
  Failing,
  ProviderRow,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { type Language, useLanguage } from '../../client/words.ts';
import { numberText } from '../../kit/number-text.ts';
import { Status } from '../../kit/status.tsx';
import type { StatusTone } from '../../kit/status-tone.ts';
import { isToday, timeText } from '../../kit/time-text.ts';
import { useProvidersWords } from './providers-words.ts';

type State = ProviderRow['state'];

export const stateTones: Readonly<Record<State, StatusTone>> = {
  active: 'good',
  failing: 'bad',
  off: 'refused',
  untold: 'unknown',
};

/** The one word for a provider's state, on every screen. */
export function ProviderState({ state }: { state: State }): ReactElement {
  const say = useProvidersWords();
  return <Status tone={stateTones[state]} word={say(`state_${state}`)} />;
}

/** Today's times need no date. */
function sinceText(since: string, language: Language): string {
  return timeText(since, isToday(since) ? 'clock' : 'moment', language);
}

const faults = [
  'provider_unreachable',
  'provider_fault',
  'provider_balance',
  'provider_limit',
  'no_answer',
] as const;

/** Says what shows that a provider is failing: "14 of the last 14, unreachable, since 06:00:39". */
export function useFailingText(): (failing: Failing) => string {
  const say = useProvidersWords();
  const language = useLanguage();
  return ({ failed, asked, reason, since }) => {
    const counted = { failed: numberText(failed), asked: numberText(asked) };
    const fault = faults.find((one) => one === reason);
    return [
      say('failingOf', counted),
      ...(fault ? [say(`fault_${fault}`)] : []),
      ...(since ? [say('failingSince', { time: sinceText(since, language) })] : []),
    ].join(say('comma'));
  };
}
