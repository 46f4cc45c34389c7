import { useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { MadeAccount } from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { toast } from '../../kit/toast.ts';
import { useAccountsWords } from './accounts-words.ts';

const usualBalance = '100.0000';

export function NewAccountDialog({
  isOpen,
  onClose,
  onMade,
}: {
  isOpen: boolean;
  onClose(): void;
  onMade(accountId: number): void;
}): ReactElement {
  const say = useAccountsWords();
  const api = useApi();
  const queries = useQueryClient();
  const { currency } = useSession();
  const [name, setName] = useState('');
  const [testBalance, setTestBalance] = useState(usualBalance);
  return (
    <Confirm
      isOpen={isOpen}
      title={say('create')}
      verb={say('createVerb')}
      canConfirm={name.trim() !== ''}
      onConfirm={async () => {
        const made = await api.post<MadeAccount>('accounts/create', {
          name: name.trim(),
          ...(testBalance.trim() ? { testBalance: testBalance.trim() } : {}),
        });
        toast(say('made', { name: made.name }));
        await queries.invalidateQueries({ queryKey: [api.scope, 'accounts'] });
        onMade(made.accountId);
      }}
      onClose={() => {
        setName('');
        setTestBalance(usualBalance);
        onClose();
      }}
    >
      <p className="soft">{say('createHint')}</p>
      <Field label={say('name')} name="name">
        <Input value={name} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={say('testBalance')} name="testBalance">
        <Input
          value={testBalance}
          inputMode="decimal"
          suffix={currency}
          onChange={(event) => setTestBalance(event.target.value)}
        />
      </Field>
    </Confirm>
  );
}
