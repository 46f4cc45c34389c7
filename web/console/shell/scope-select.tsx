import { useNavigate } from '@tanstack/react-router';
import { Button, Input, Popover } from 'antd';
import { type ReactElement, useState } from 'react';
import { useAccountName, useAccountNames } from '../client/account-names.ts';
import { useScope } from '../client/scope.ts';
import { Icon } from '../kit/icon.tsx';
import { useShellWords } from './shell-words.ts';

/** Lets an operator choose all accounts or one. */
export function ScopeSelect(): ReactElement {
  const say = useShellWords();
  const { scope, accountId: own, mode } = useScope();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const found = useAccountNames(wanted, isOpen);
  const here = useAccountName(own);
  const choose = (next: string) => {
    setOpen(false);
    setWanted('');
    const screen = location.pathname.split(`/${scope}/`)[1] ?? '';
    void navigate({ to: `/${next}/${screen.split('/')[0]}`, search: { mode } } as never);
  };
  const panel = (
    <form
      className="scope-panel"
      onSubmit={(event) => {
        event.preventDefault();
        const first = found[0];
        const next = /^[1-9]\d*$/.test(wanted) ? wanted : first && String(first.accountId);
        if (next) choose(next);
      }}
    >
      <Input
        value={wanted}
        autoFocus
        aria-label={say('scopeNumber')}
        placeholder={say('scopeNumber')}
        prefix={<Icon name="search" size={14} />}
        onChange={(event) => setWanted(event.target.value)}
      />
      <ul>
        <li>
          <button
            type="button"
            aria-current={scope === 'platform'}
            onClick={() => choose('platform')}
          >
            {say('allAccounts')}
          </button>
        </li>
        {found.map(({ accountId, name }) => (
          <li key={accountId}>
            <button
              type="button"
              aria-current={scope === String(accountId)}
              onClick={() => choose(String(accountId))}
            >
              {name} <span className="faint">{accountId}</span>
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
  return (
    <Popover
      content={panel}
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
    >
      <Button
        className="scope-button"
        data-all={here === undefined || undefined}
        aria-label={`${say('scope')}: ${here ?? say('allAccounts')}`}
      >
        <Icon name="building" />
        <span>{here ?? say('allAccounts')}</span>
        <Icon name="down" size={14} />
      </Button>
    </Popover>
  );
}
