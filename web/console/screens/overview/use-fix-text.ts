import { callStatusOf, useReasons } from '../calls/call-words.ts';
import { useOverviewWords } from './overview-words.ts';

/** What the caller can do about a call that needs a look: by its reason, else by its state. */
export function useFixText(): (call: {
  reason: string | null;
  state?: string;
  result?: string | null;
}) => string {
  const say = useOverviewWords();
  const { reasons } = useReasons();
  return ({ reason, state, result = null }) => {
    const status = state && callStatusOf({ state, result });
    // While the outcome is looked up, its reason says only why.
    if (status === 'unknown') return say('fixWait');
    const fix = reasons.find((one) => one.reason === reason)?.fix;
    return fix ?? (status ? say('fixOpen') : '');
  };
}

/** The first thing to do, without its full stop, as a cell of a table. The rest is on the page of the call. */
export const firstSentence = (text: string) =>
  (text.split(/(?<=\.) |(?<=。)/)[0] ?? '').replace(/[.。]$/, '');
