import { Radio } from 'antd';
import type { ReactElement } from 'react';
import { useAccountName } from '../../client/account-names.ts';
import { useLanguage } from '../../client/words.ts';
import { AccountSelect } from '../../kit/account-select.tsx';
import { FilterChips } from '../../kit/filter-chips.tsx';
import { useCallWords } from '../calls/call-words.ts';
import { TimeRangeEditor, timeValue } from '../calls/use-call-filters.tsx';
import { type FilterState, filterStates, usePaymentWords } from './payment-words.ts';

interface Chosen {
  time: string;
  account: string;
  state: FilterState | '';
  provider: string;
}

/** The filters of the list. What waits for a decision has no period. */
export function PaymentChips({
  time,
  account,
  state,
  provider,
  titles,
  onChange,
}: Chosen & {
  titles: Readonly<Record<string, string>>;
  onChange(next: Partial<Chosen>): void;
}): ReactElement {
  const say = usePaymentWords();
  const sayCall = useCallWords();
  const language = useLanguage();
  const accountId = /^[1-9]\d{0,8}$/.test(account) ? Number(account) : undefined;
  const accountName = useAccountName(accountId);
  const ofTime = {
    name: 'time',
    label: say('time'),
    value: timeValue(time, sayCall, language),
    onDrop: () => onChange({ time: 'all' }),
    editor: <TimeRangeEditor time={time} onTime={(chosen) => onChange({ time: chosen })} />,
  };
  const choices = (name: 'state' | 'provider', options: { value: string; label: string }[]) => (
    <Radio.Group
      className="calls-choices"
      value={name === 'state' ? state : provider}
      onChange={(event) => onChange({ [name]: event.target.value })}
      options={options}
    />
  );
  return (
    <FilterChips
      filters={[
        ...(state === 'mismatched' || state === 'disputed' ? [] : [ofTime]),
        {
          name: 'state',
          label: say('state'),
          value: state ? say(`state_${state}`) : undefined,
          onDrop: () => onChange({ state: '' }),
          editor: choices(
            'state',
            filterStates.map((value) => ({ value, label: say(`state_${value}`) })),
          ),
        },
        {
          name: 'provider',
          label: say('provider'),
          value: provider ? (titles[provider] ?? provider) : undefined,
          onDrop: () => onChange({ provider: '' }),
          editor: choices(
            'provider',
            Object.entries(titles).map(([value, label]) => ({ value, label })),
          ),
        },
        {
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
        },
      ]}
    />
  );
}
