import type { CallFilter } from './search-filter.ts';

/**
 * The SQL conditions of a filter on the facet `f` and the account's series `x`; `add` registers a value and
 * returns its placeholder.
 */
export function facetsAsked(
  accountId: number | null,
  { key, product, state, result, reason, provider }: CallFilter,
  add: (value: unknown) => string,
): string[] {
  const asked = {
    'x.account_id': accountId ?? undefined,
    'x.key_id': key,
    'f.product': product,
    'f.state': state,
    'f.result': result,
    'f.reason': reason,
    'f.provider_code': provider,
  };
  return Object.entries(asked)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => `${column} = ${add(value)}`);
}
