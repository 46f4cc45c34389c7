import { Checkbox, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { calledProducts } from '../../../../src/foundation/contract/products.ts';
import type { MadeKey, NewKey } from '../../../../src/surfaces/console/keys/keys-contract.ts';
import { startOfDay } from '../../client/platform-days.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { DateTimeField } from '../../kit/date-time-field.tsx';
import { dateTimeText, readDateTime } from '../../kit/date-time-text.ts';
import { Field } from '../../kit/field.tsx';
import { useKeysWords } from './keys-words.ts';
import { shownScopes, useScopeName } from './use-scope-name.ts';

const daysOfLife = [30, 90, 365] as const;
const nothing = { name: '', addresses: '', expires: '', spendCapDay: '', perSecond: '' };

/** Empty fields mean no limit. */
export function NewKeyDialog({
  isOpen,
  onMade,
  onClose,
}: {
  isOpen: boolean;
  onMade(made: MadeKey): void;
  onClose(): void;
}): ReactElement {
  const say = useKeysWords();
  const scopeName = useScopeName();
  const api = useApi();
  const { timeZone } = useSession();
  // A live key does not need the webhook scope by default.
  const usual = [...(api.mode === 'test' ? shownScopes : calledProducts)];
  const [typed, setTyped] = useState(nothing);
  const [scopes, setScopes] = useState<NewKey['scopes']>(usual);
  const expires = readDateTime(typed.expires, timeZone);
  const close = () => {
    setTyped(nothing);
    setScopes(usual);
    onClose();
  };
  const field = (name: keyof typeof nothing, label: string, note: string, type = 'text') => (
    <Field label={label} name={name} note={note}>
      <Input
        type={type}
        value={typed[name]}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <Confirm
      isOpen={isOpen}
      title={say('createTitle')}
      verb={say('createVerb')}
      canConfirm={(scopes ?? []).length > 0 && (typed.expires === '' || expires !== undefined)}
      onConfirm={async () => {
        const body: NewKey = { mode: api.mode, ...keyFields(typed), ...(scopes ? { scopes } : {}) };
        if (expires) body.expiresAt = expires.toISOString();
        onMade(await api.post<MadeKey>('keys/create', body));
      }}
      onClose={close}
    >
      {field('name', say('name'), say('nameNote'))}
      <fieldset className="key-scopes">
        <legend>{say('scopes')}</legend>
        <Checkbox.Group
          value={scopes ?? []}
          onChange={(chosen) => setScopes(chosen as NewKey['scopes'])}
          options={shownScopes.map((value) => ({ value, label: scopeName(value) }))}
        />
      </fieldset>
      <DateTimeField
        label={say('expires')}
        name="expiresAt"
        note={say('expiresNote')}
        text={typed.expires}
        presets={daysOfLife.map((days) => ({
          label: say('inDays', { count: days }),
          // The end of that day, which is the start of the next.
          text: dateTimeText(startOfDay(timeZone, new Date(), -days - 1), timeZone),
        }))}
        onText={(expires) => setTyped({ ...typed, expires })}
      />
      <details className="key-limits">
        <summary>{say('limits')}</summary>
        <Field label={say('addresses')} name="addresses" note={say('addressesNote')}>
          <Input.TextArea
            rows={2}
            value={typed.addresses}
            onChange={(event) => setTyped({ ...typed, addresses: event.target.value })}
          />
        </Field>
        {field('spendCapDay', say('cap'), say('capNote'))}
        {field('perSecond', say('perSecond'), say('perSecondNote'), 'number')}
      </details>
    </Confirm>
  );
}

function keyFields(typed: typeof nothing): Omit<NewKey, 'mode' | 'scopes' | 'expiresAt'> {
  const addresses = typed.addresses.split(/[\s,]+/).filter(Boolean);
  return {
    ...(typed.name.trim() ? { name: typed.name.trim() } : {}),
    ...(addresses.length > 0 ? { addresses } : {}),
    ...(typed.spendCapDay.trim() ? { spendCapDay: typed.spendCapDay.trim() } : {}),
    ...(typed.perSecond ? { perSecond: Number(typed.perSecond) } : {}),
  };
}
