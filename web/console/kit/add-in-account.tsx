import './add-in-account.css';
import { Button, Popover } from 'antd';
import type { ReactElement } from 'react';
import { useGo } from '../client/scope.ts';
import { AccountSelect } from './account-select.tsx';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';

/** On the list of all accounts: asks for the account first, and opens the form there. */
export function AddInAccount({ verb, screen }: { verb: string; screen: string }): ReactElement {
  const say = useKitWords();
  const go = useGo();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={
        <AccountSelect
          className="account-asked"
          label={say('accountHint')}
          value={undefined}
          onChange={(accountId) =>
            accountId !== undefined &&
            go(screen, { scope: String(accountId), query: { create: 'yes' } })
          }
        />
      }
    >
      <Button type="primary" icon={<Icon name="plus" size={14} />}>
        {verb}
      </Button>
    </Popover>
  );
}
