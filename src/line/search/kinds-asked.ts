import type { CallFilter } from './call-filter.ts';

/**
 * What a filter asks of the kind `f` of calls and of the series `x` of an account; `add` takes a value and
 * says how a statement names it.
 */
export function kindsAsked(
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
