import { fail } from '../../../foundation/contract/errors/errors.ts';
import { type CallState, callStates, type Mode } from '../../../foundation/contract/products.ts';
import { accountOf, type Scope, wholePlatform } from '../../../foundation/contract/scope.ts';
import type { CallFilter } from '../../../line/search/search-filter.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { type CallsFilter, trouble } from './calls-contract.ts';
import { openPerson } from './search-call-person.ts';

/** The parsed search, and the masked label of the person searched for. */
export interface AskedCalls {
  scope: Scope;
  mode: Mode;
  filter: CallFilter;
  person: string | null;
}

/**
 * The scope to search in. Operators also see the costs of a single account, so they search with the platform
 * scope and filter by account; members search with their account's scope.
 */
export function searchScopeOf({
  scope,
  isOperator,
}: Pick<ConsoleContext, 'scope' | 'isOperator'>): Scope {
  return isOperator ? wholePlatform : scope;
}

export function readFilter(
  context: Pick<ConsoleContext, 'scope' | 'isOperator' | 'vault'>,
  query: CallsFilter,
): AskedCalls {
  const { mode = 'live', account, key, product, state, reason, provider, from, to } = query;
  if (provider !== undefined && !context.isOperator) fail('right_missing');
  const accountId = accountOf(context.scope, account);
  const person = query.person === undefined ? undefined : openPerson(context.vault, query.person);
  const asked = {
    account: accountId ?? undefined,
    key,
    product,
    ...stateFilter(state),
    reason,
    provider,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    requestId: query.requestId?.trim().toLowerCase(),
    person: person?.filter,
  };
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return {
    scope: searchScopeOf(context),
    mode,
    filter: Object.fromEntries(given) as CallFilter,
    person: person?.label ?? null,
  };
}

/** Whether refused calls can match: they have no other state, and no provider. */
export function wantsRefused({ state, result, provider }: CallFilter): boolean {
  const isOfCalls = state !== undefined || provider !== undefined;
  return !isOfCalls && (result === undefined || (result as string) === 'refused');
}

/** The value is a call state, otherwise the state of a message or a check. */
function stateFilter(word: string | undefined): Pick<CallFilter, 'state' | 'result' | 'isTrouble'> {
  if (word === undefined) return {};
  if (word === trouble) return { isTrouble: true };
  if ((callStates as readonly string[]).includes(word)) return { state: word as CallState };
  return { result: word as NonNullable<CallFilter['result']> };
}
