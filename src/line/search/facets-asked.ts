import type { CallFilter } from './search-filter.ts';

/** A check that its person gave up or that ran out is no trouble of its caller. */
const troubled = `(
  f.state in ('rejected', 'unavailable', 'unknown')
  or f.state = 'done' and (
    f.result in ('undelivered', 'rejected', 'unknown', 'failed')
    or f.result = 'expired' and f.product <> 'face_verify'
  )
)`;

/**
 * The SQL conditions of a filter on the facet `f` and the account's series `x`; `add` registers a value and
 * returns its placeholder.
 */
export function facetsAsked(
  accountId: number | null,
  { key, product, state, result, isTrouble, reason, provider }: CallFilter,
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
  const equal = Object.entries(asked)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => `${column} = ${add(value)}`);
  return isTrouble ? [...equal, troubled] : equal;
}
