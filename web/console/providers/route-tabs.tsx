import { Button, Input, Popover, Segmented } from 'antd';
import { type ReactElement, useState } from 'react';
import type { RouteRow } from '../../../src/console/providers/providers-contract.ts';
import { Icon } from '../parts/icon.tsx';
import { useProvidersWords } from './providers-words.ts';

type Key = Pick<RouteRow, 'accountId' | 'region'>;

/** A route in the address: `12.HK`, `12.`, `.HK`; empty for everybody's. */
export function keyOfRoute({ accountId, region }: Key): string {
  return accountId === null && region === null ? '' : `${accountId ?? ''}.${region ?? ''}`;
}

export function readRouteKey(text: string): Key {
  const [account = '', region = ''] = text.split('.');
  return {
    accountId: /^[1-9]\d{0,8}$/.test(account) ? Number(account) : null,
    region: /^[A-Z]{2}$/.test(region) ? region : null,
  };
}

/** The routes of a product, everybody's first, and the way to begin another. */
export function RouteTabs({
  routes,
  route,
  onRoute,
}: {
  routes: readonly RouteRow[];
  route: string;
  onRoute(route: string): void;
}): ReactElement {
  const say = useProvidersWords();
  const keys = new Set(['', ...routes.map(keyOfRoute).sort(), route]);
  const nameOf = (key: string) => {
    const { accountId, region } = readRouteKey(key);
    const stored = routes.find((one) => keyOfRoute(one) === key);
    const account = stored?.accountName ?? say('account', { account: accountId });
    return [
      accountId === null ? (region === null ? say('allAccounts') : undefined) : account,
      region,
    ]
      .filter(Boolean)
      .join(' · ');
  };
  return (
    <span className="route-tabs">
      <Segmented
        aria-label={say('routeOf')}
        value={route}
        options={[...keys].map((value) => ({ value, label: nameOf(value) }))}
        onChange={onRoute}
      />
      <Popover trigger="click" content={<NewRoute onBegin={onRoute} />} destroyOnHidden>
        <Button aria-label={say('newRoute')} icon={<Icon name="plus" size={14} />} />
      </Popover>
    </span>
  );
}

function NewRoute({ onBegin }: { onBegin(route: string): void }): ReactElement {
  const say = useProvidersWords();
  const [account, setAccount] = useState('');
  const [region, setRegion] = useState('');
  const key = keyOfRoute(readRouteKey(`${account}.${region}`));
  return (
    <div className="route-new">
      <strong>{say('newRouteTitle')}</strong>
      <p className="soft">{say('newRouteText')}</p>
      <label className="field">
        <span>{say('accountNumber')}</span>
        <Input
          inputMode="numeric"
          value={account}
          onChange={({ target }) => setAccount(target.value.replaceAll(/\D/g, ''))}
        />
      </label>
      <label className="field">
        <span>{say('region')}</span>
        <Input
          value={region}
          maxLength={2}
          onChange={({ target }) => setRegion(target.value.toUpperCase())}
        />
      </label>
      <Button type="primary" disabled={key === ''} onClick={() => onBegin(key)}>
        {say('begin')}
      </Button>
    </div>
  );
}
