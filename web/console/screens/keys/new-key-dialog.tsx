import { Checkbox, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { calledProducts } from '../../../../src/foundation/contract/products.ts';
import type { MadeKey, NewKey } from '../../../../src/surfaces/console/keys/keys-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { useKeysWords } from './keys-words.ts';
import { shownScopes, useScopeName } from './use-scope-name.ts';

const nothing = { name: '', addresses: '', lastDay: '', spendCapDay: '', perSecond: '' };

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
  // A live key does not need the webhook scope by default.
  const usual = [...(api.mode === 'test' ? shownScopes : calledProducts)];
  const [typed, setTyped] = useState(nothing);
  const [scopes, setScopes] = useState<NewKey['scopes']>(usual);
  const close = () => {
    setTyped(nothing);
    setScopes(usual);
    onClose();
  };
  const field = (name: keyof typeof nothing, label: string, note: string, type = 'text') => (
    <Field label={label} name={name === 'lastDay' ? 'expiresAt' : name} note={note}>
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
      canConfirm={(scopes ?? []).length > 0}
      onConfirm={async () => {
        const body: NewKey = { mode: api.mode, ...keyFields(typed), ...(scopes ? { scopes } : {}) };
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
      <Field label={say('addresses')} name="addresses" note={say('addressesNote')}>
        <Input.TextArea
          rows={2}
          value={typed.addresses}
          onChange={(event) => setTyped({ ...typed, addresses: event.target.value })}
        />
      </Field>
      {field('lastDay', say('expires'), say('expiresNote'), 'date')}
      {field('spendCapDay', say('cap'), say('capNote'))}
      {field('perSecond', say('perSecond'), say('perSecondNote'), 'number')}
    </Confirm>
  );
}

function keyFields(typed: typeof nothing): Omit<NewKey, 'mode' | 'scopes'> {
  const addresses = typed.addresses.split(/[\s,]+/).filter(Boolean);
  return {
    ...(typed.name.trim() ? { name: typed.name.trim() } : {}),
    ...(addresses.length > 0 ? { addresses } : {}),
    ...(typed.lastDay ? { expiresAt: new Date(`${typed.lastDay}T23:59:59`).toISOString() } : {}),
    ...(typed.spendCapDay.trim() ? { spendCapDay: typed.spendCapDay.trim() } : {}),
    ...(typed.perSecond ? { perSecond: Number(typed.perSecond) } : {}),
  };
}
