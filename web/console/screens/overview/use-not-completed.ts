import { numberText } from '../../kit/number-text.ts';
import { useCallWords } from '../calls/call-words.ts';
import { groupsOf } from './completed-share.ts';

/** "3 not completed · 1 in progress": the other groups, in the words of the list of calls. */
export function useNotCompleted(): (of: Parameters<typeof groupsOf>[0]) => string {
  const say = useCallWords();
  return (of) => {
    const groups = groupsOf(of);
    return (['failed', 'waiting', 'unknown'] as const)
      .filter((group) => group === 'failed' || groups[group] > 0)
      .map((group) => `${numberText(groups[group])} ${say(`total_${group}`)}`)
      .join(' · ');
  };
}
