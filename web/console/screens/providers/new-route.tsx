import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { AccountSelect } from '../../kit/account-select.tsx';
import { Field } from '../../kit/field.tsx';
import { useProvidersWords } from './providers-words.ts';
import { keyOfRoute, readRouteKey } from './route-key.ts';

export function NewRoute({ onBegin }: { onBegin(route: string): void }): ReactElement {
  const say = useProvidersWords();
  const [account, setAccount] = useState<number>();
  const [region, setRegion] = useState('');
  const key = keyOfRoute(readRouteKey(`${account ?? ''}.${region}`));
  return (
    <div className="route-new">
      <strong>{say('newRouteTitle')}</strong>
      <p className="soft">{say('newRouteText')}</p>
      <div className="field">
        <span>{say('ofAccount')}</span>
        <AccountSelect
          label={say('ofAccount')}
          placeholder={say('allAccounts')}
          value={account}
          onChange={setAccount}
        />
      </div>
      <Field label={say('region')}>
        <Input
          value={region}
          maxLength={2}
          onChange={({ target }) => setRegion(target.value.toUpperCase())}
        />
      </Field>
      <Button type="primary" disabled={key === ''} onClick={() => onBegin(key)}>
        {say('begin')}
      </Button>
    </div>
  );
}
