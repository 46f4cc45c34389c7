import type { RouteRow } from '../../../../src/surfaces/console/providers/providers-contract.ts';

type Key = Pick<RouteRow, 'accountId' | 'region'>;

/** A route in the URL: `12.HK`, `12.`, `.HK`; empty for the default route. */
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
