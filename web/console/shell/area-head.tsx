import type { ReactElement } from 'react';
import { useScope } from '../client/scope.ts';
import { useSession } from '../client/session.ts';
import { AccountMark } from './account-mark.tsx';
import { Logo } from './logo.tsx';
import { useShellWords } from './shell-words.ts';

/** Whose console it is: the operator's, or that of a customer under their own name. */
export function AreaHead(): ReactElement {
  const say = useShellWords();
  const { scope, area } = useScope();
  const { accounts = [], operatorRole } = useSession();
  const account = accounts.find(({ accountId }) => String(accountId) === scope);
  if (area === 'customer' && account) {
    return (
      <div className="area">
        <AccountMark account={account} />
        <p>
          <strong title={account.name}>{account.name}</strong>
          <span>
            {say('accountNumber', { number: account.accountId })} · {say(`role_${account.role}`)}
          </span>
        </p>
      </div>
    );
  }
  return (
    <div className="area">
      <Logo />
      <p>
        <strong>Countersign</strong>
        <span>
          {area === 'operator' && say('operator')}
          {operatorRole && operatorRole !== 'operator' && ` · ${say(`role_${operatorRole}`)}`}
        </span>
      </p>
    </div>
  );
}
