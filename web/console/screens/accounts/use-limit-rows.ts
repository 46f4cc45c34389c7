import type { LimitFacts } from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import type { ConfirmRow } from '../../kit/confirm.tsx';
import { isSameState } from '../../kit/versions/is-same-state.ts';
import { useAccountsWords } from './accounts-words.ts';

export type Limits = LimitFacts['set'];

export const limitCounts = ['codePerMinute', 'codePerHour', 'codePerDay', 'noticePerDay'] as const;

const names = [
  'perNumber',
  ...limitCounts,
  'regions',
  'spendCapDay',
] as const satisfies readonly (keyof Limits)[];

/** What differs between two versions of the limits. */
export function useLimitRows(): (before: Limits | null, after: Limits | null) => ConfirmRow[] {
  const say = useAccountsWords();
  const text = (value: Limits[keyof Limits] | undefined) => {
    if (value === null || value === undefined) return say('limitDefault');
    if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
  return (before, after) =>
    names
      .filter((name) => !isSameState(before?.[name] ?? null, after?.[name] ?? null))
      .map((name) => ({
        label: say(name),
        before: text(before?.[name]),
        after: text(after?.[name]),
      }));
}
