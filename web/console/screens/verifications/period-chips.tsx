import type { ReactElement } from 'react';
import { useAccountName } from '../../client/account-names.ts';
import { useScope } from '../../client/scope.ts';
import { useLanguage } from '../../client/words.ts';
import { AccountSelect } from '../../kit/account-select.tsx';
import { FilterChips } from '../../kit/filter-chips.tsx';
import { useCallWords } from '../calls/call-words.ts';
import { TimeRangeEditor, timeValue } from '../calls/use-call-filters.tsx';
import { useVerificationWords } from './verification-words.ts';

/** Figures are counted from the verifications of a period, so it cannot be all time. */
const periods = ['hour', 'today', '7d', '30d'] as const;

/** The period, and on the platform the account, of everything on the screen. */
export function PeriodChips({
  time,
  account,
  onChange,
}: {
  time: string;
  account: string;
  onChange(next: { time?: string; account?: string }): void;
}): ReactElement {
  const say = useVerificationWords();
  const sayCall = useCallWords();
  const language = useLanguage();
  const { scope } = useScope();
  const accountId = /^[1-9]\d{0,8}$/.test(account) ? Number(account) : undefined;
  const accountName = useAccountName(scope === 'platform' ? accountId : undefined);
  const ofAccount = {
    name: 'account',
    label: say('account'),
    value: accountId === undefined ? undefined : accountName,
    onDrop: () => onChange({ account: '' }),
    editor: (
      <AccountSelect
        className="calls-select"
        label={sayCall('accountNumber')}
        value={accountId}
        onChange={(chosen) => onChange({ account: String(chosen ?? '') })}
      />
    ),
  };
  return (
    <FilterChips
      filters={[
        {
          name: 'time',
          label: say('period'),
          value: timeValue(time, sayCall, language),
          onDrop: () => onChange({ time: '30d' }),
          editor: (
            <TimeRangeEditor
              time={time}
              names={periods}
              onTime={(chosen) => onChange({ time: chosen })}
            />
          ),
        },
        ...(scope === 'platform' ? [ofAccount] : []),
      ]}
    />
  );
}
