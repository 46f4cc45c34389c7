import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { AccountFacts } from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { Money } from '../../kit/money.tsx';
import { useAccountsWords } from './accounts-words.ts';

/** Asks for the account's name before it is closed, because its keys cannot be restored. */
export function CloseDialog({
  facts: { name, live },
  isOpen,
  onClose,
}: {
  facts: AccountFacts;
  isOpen: boolean;
  onClose(): void;
}): ReactElement {
  const say = useAccountsWords();
  const api = useApi();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [whenSettled, setWhenSettled] = useState(false);
  return (
    <Confirm
      isOpen={isOpen}
      title={say('closeVerb', { name })}
      verb={say('closeVerb', { name })}
      isDanger
      typedName={name.trim()}
      rows={[{ label: say('live'), value: <Money amount={live} /> }]}
      onConfirm={async () => {
        await api.post('accounts/close', { name, reason, whenSettled });
        await queries.invalidateQueries({ queryKey: [api.scope, 'account'] });
      }}
      onClose={() => {
        setReason('');
        onClose();
      }}
    >
      <p>{say('closeText')}</p>
      <Field label={say('closeReason')} name="reason">
        <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Checkbox checked={whenSettled} onChange={(event) => setWhenSettled(event.target.checked)}>
        {say('whenSettled')}
      </Checkbox>
    </Confirm>
  );
}
