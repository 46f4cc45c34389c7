import { useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { MadeAccount } from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { toast } from '../../kit/toast.ts';
import { useAccountsWords } from './accounts-words.ts';

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
  const [testBalance, setTestBalance] = useState('100.0000');
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
        setName('');
        toast(say('made', { name: made.name }));
        await queries.invalidateQueries({ queryKey: [api.scope, 'accounts'] });
        onMade(made.accountId);
      }}
      onClose={onClose}
    >
      <p className="soft">{say('createHint')}</p>
      <label className="field">
        <span>{say('name')}</span>
        <Input value={name} autoFocus onChange={(event) => setName(event.target.value)} />
      </label>
      <label className="field">
        <span>{say('testBalance')}</span>
        <Input
          value={testBalance}
          inputMode="decimal"
          suffix={currency}
          onChange={(event) => setTestBalance(event.target.value)}
        />
      </label>
    </Confirm>
  );
}
