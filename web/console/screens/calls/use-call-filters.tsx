import { Button, Input, Radio, Select } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useAccountName } from '../../client/account-names.ts';
import { useScope } from '../../client/scope.ts';
import type { StateOf } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { type Language, useLanguage } from '../../client/words.ts';
import { AccountSelect } from '../../kit/account-select.tsx';
import { DateTimeField } from '../../kit/date-time-field.tsx';
import { dateTimeText, readDateTime } from '../../kit/date-time-text.ts';
import type { Filter } from '../../kit/filter-chips.tsx';
import { timeText } from '../../kit/time-text.ts';
import { shownProducts, useProductName } from '../../kit/use-product-name.ts';
import type { callFields } from './call-fields.ts';
import { callStatuses } from './call-tones.ts';
import { useCallWords, useReasons, useReasonText } from './call-words.ts';
import { isTimeRangeName, spanOfText, timeRangeNames, timeRangeText } from './time-range.ts';

/** Trouble is every state in which a call did not do what its caller wanted. */
const filterStates = ['trouble', ...callStatuses] as const;

export type CallState = StateOf<typeof callFields>;

export function useCallFilters(
  state: CallState,
  change: (change: Partial<CallState>) => void,
  person: string | undefined,
): { filters: readonly Filter[]; clear(): void } {
  const say = useCallWords();
  const nameOf = useProductName();
  const { scope, area } = useScope();
  const language = useLanguage();
  const reasonText = useReasonText();
  const { reasons } = useReasons();
  const accountId = /^[1-9]\d{0,8}$/.test(state.account) ? Number(state.account) : undefined;
  const accountName = useAccountName(scope === 'platform' ? accountId : undefined);
  const set = (next: Partial<CallState>) => change({ before: '', after: '', ...next });
  const isOperator = area === 'operator';
  const words = <Name extends keyof CallState>(
    name: Name,
    label: string,
    value: string | undefined,
    editor: ReactNode,
  ): Filter => ({
    name,
    label,
    value: state[name] ? value : undefined,
    editor,
    onDrop: () => set({ [name]: '' }),
  });
  const oneOf = (name: keyof CallState, options: readonly { value: string; label: string }[]) => (
    <Radio.Group
      className="calls-choices"
      value={state[name]}
      onChange={(event) => set({ [name]: event.target.value })}
      options={[...options]}
    />
  );
  const status = filterStates.find((one) => one === state.state);
  const product = shownProducts.find((one) => one === state.product);
  const filters: (Filter | false)[] = [
    {
      name: 'time',
      label: say('time'),
      value: coversAllTime(state) ? undefined : timeValue(state.time, say, language),
      editor: <TimeRangeEditor time={state.time} onTime={(time) => set({ time })} />,
      onDrop: () => set({ time: 'all' }),
    },
    !!state.person && words('person', say('person'), person ?? '…', null),
    !!state.requestId && words('requestId', say('requestId'), state.requestId.slice(-8), null),
    scope === 'platform' &&
      words(
        'account',
        say('account'),
        accountName,
        <AccountSelect
          className="calls-select"
          label={say('accountNumber')}
          value={accountId}
          onChange={(account) => set({ account: String(account ?? '') })}
        />,
      ),
    words(
      'product',
      say('product'),
      product && nameOf(product),
      oneOf(
        'product',
        shownProducts.map((value) => ({ value, label: nameOf(value) })),
      ),
    ),
    words(
      'key',
      say('key'),
      `# ${state.key}`,
      <TextEditor label={say('keyNumber')} value={state.key} onText={(key) => set({ key })} />,
    ),
    words(
      'state',
      say('state'),
      status && say(`state_${status}`),
      oneOf(
        'state',
        filterStates.map((value) => ({ value, label: say(`state_${value}`) })),
      ),
    ),
    words(
      'reason',
      say('reason'),
      reasonText(state.reason),
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        className="calls-select"
        aria-label={say('reason')}
        value={state.reason || null}
        onChange={(reason: string) => set({ reason })}
        options={reasons.map(({ reason, text }) => ({ value: reason, label: text }))}
      />,
    ),
    isOperator &&
      words(
        'provider',
        say('provider'),
        state.provider,
        <TextEditor
          label={say('providerCode')}
          value={state.provider}
          onText={(provider) => set({ provider })}
        />,
      ),
  ];
  const cleared = { account: '', key: '', product: '', state: '', reason: '', provider: '' };
  return {
    filters: filters.filter((one) => one !== false),
    clear: () => set({ ...cleared, time: 'today', requestId: '', person: '' }),
  };
}

/** A search for one person or call covers all time. */
export const coversAllTime = ({ person, requestId, time }: CallState) =>
  !!person || !!requestId || time === 'all';

/** A chosen time in words. */
export function timeValue(
  time: string,
  say: ReturnType<typeof useCallWords>,
  language: Language,
): string {
  if (isTimeRangeName(time)) return say(`time_${time}`);
  const { from, to } = spanOfText(time);
  if (!from || !to) return say('time_today');
  return `${timeText(from, 'short', language)} – ${timeText(to, 'short', language)}`;
}

export function TimeRangeEditor({
  time,
  names = timeRangeNames,
  onTime,
}: {
  time: string;
  names?: readonly (typeof timeRangeNames)[number][];
  onTime(time: string): void;
}): ReactElement {
  const say = useCallWords();
  const { from = '', to = '' } = isTimeRangeName(time) ? {} : spanOfText(time);
  const { timeZone } = useSession();
  const [begins, setBegins] = useState(from && dateTimeText(from, timeZone));
  const [ends, setEnds] = useState(to && dateTimeText(to, timeZone));
  const span = { from: readDateTime(begins, timeZone), to: readDateTime(ends, timeZone) };
  return (
    <div className="calls-span">
      <Radio.Group
        className="calls-choices"
        value={time}
        onChange={(event) => onTime(event.target.value)}
        options={names.map((value) => ({ value, label: say(`time_${value}`) }))}
      />
      <DateTimeField label={say('timeFrom')} text={begins} onText={setBegins} />
      <DateTimeField label={say('timeTo')} text={ends} onText={setEnds} />
      <Button
        disabled={!span.from || !span.to || span.from >= span.to}
        onClick={() => {
          if (!span.from || !span.to) return;
          onTime(timeRangeText({ from: span.from.toISOString(), to: span.to.toISOString() }));
        }}
      >
        {say('apply')}
      </Button>
    </div>
  );
}

function TextEditor({
  label,
  value,
  onText,
}: {
  label: string;
  value: string;
  onText(value: string): void;
}): ReactElement {
  return (
    <label className="field">
      <span>{label}</span>
      <Input
        defaultValue={value}
        autoFocus
        onPressEnter={({ currentTarget }) => onText(currentTarget.value.trim())}
      />
    </label>
  );
}
