import { fail } from '../../../foundation/contract/errors/errors.ts';
import { type CallState, callStates, type Mode } from '../../../foundation/contract/products.ts';
import { accountOf, type Scope, wholePlatform } from '../../../foundation/contract/scope.ts';
import type { CallFilter } from '../../../line/search/call-filter.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import type { CallsFilter } from './calls-contract.ts';
import { openPerson } from './person-token.ts';

/** What is asked of the search, and the masked name of the person who is looked for. */
export interface AskedCalls {
  scope: Scope;
  mode: Mode;
  filter: CallFilter;
  person: string | null;
}

/**
 * Whose calls are looked through. Whoever runs the platform sees costs in the scope of an account too, so
 * they ask as the platform for that account; a member asks as their account.
 */
export function seenBy({ scope, isOperator }: Pick<ConsoleContext, 'scope' | 'isOperator'>): Scope {
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
    ...standing(state),
    reason,
    provider,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    requestId: query.requestId?.trim().toLowerCase(),
    person: person?.filter,
  };
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return {
    scope: seenBy(context),
    mode,
    filter: Object.fromEntries(given) as CallFilter,
    person: person?.label ?? null,
  };
}

/** One word is the state of a call, or else how its message or its check stands. */
function standing(word: string | undefined): Pick<CallFilter, 'state' | 'result'> {
  if (word === undefined) return {};
  if ((callStates as readonly string[]).includes(word)) return { state: word as CallState };
  return { result: word as NonNullable<CallFilter['result']> };
}
