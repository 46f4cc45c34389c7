import type { Pool } from 'pg';
import type { Scope } from '../../../foundation/contract/scope.ts';
import { isRequestId } from '../../../foundation/contract/text/is-request-id.ts';
import { hashApiKey, readApiKey } from '../../../line/callers/api-key.ts';
import { findRefusedCall } from '../../../line/refused/queries.ts';
import type { PersonFilter } from '../../../line/search/search-filter.ts';
import { findStory } from '../../reports/story-queries.ts';
import { readPerson, sealPerson } from '../calls/search-call-person.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { findAccounts, findKeys, findReference } from './queries.ts';
import type { SearchFound, SearchPerson } from './search-box-contract.ts';

/** What a text finds, and the filter of the person if it is somebody's number. */
interface Found {
  found: Omit<SearchFound, 'person'> & { person: SearchPerson | null };
  filter: PersonFilter | undefined;
}

/** Finds accounts, calls, keys and a person by one text, in the scope of the context. */
export async function findText(context: ConsoleContext, typed: string): Promise<Found> {
  const { pool, scope, isOperator, vault } = context;
  const text = typed.trim();
  const looked = lookedFor(context, text);
  const person = readPersonOf(context, text);
  const isAsked = (kind: (typeof looked)[number]) => looked.includes(kind);
  const [accounts, story, references, keys] = await Promise.all([
    isAsked('account') && isOperator ? findAccounts(pool, scope, text) : [],
    isAsked('call') ? findCall(pool, scope, text.toLowerCase()) : undefined,
    isAsked('reference') ? findReference(pool, scope, text.toLowerCase()) : [],
    isAsked('key') ? findKeys(pool, scope, text.slice(-4), wholeKeyOf(text)) : [],
  ]);
  const whole = story ? [story] : [];
  return {
    filter: person?.filter,
    found: {
      lookedFor: [...looked, ...(person ? [person.kind] : [])],
      accounts,
      calls: [...whole, ...references.map((call) => ({ ...call, at: call.at.toISOString() }))],
      keys,
      person: person
        ? { token: sealPerson(vault, person), label: person.label, kind: person.kind }
        : null,
    },
  };
}

/** The hash of a whole key; null for a part of one. */
const wholeKeyOf = (text: string) => (readApiKey(text) ? hashApiKey(text) : null);

/** A call or a refused call. */
async function findCall(pool: Pool, scope: Scope, requestId: string) {
  const story = await findStory(pool, scope, requestId);
  const call = story ?? (await findRefusedCall(pool, scope, requestId));
  if (!call) return undefined;
  const { accountId, mode, product } = call;
  const at = 'heldAt' in call ? call.heldAt : call.refusedAt;
  return { requestId: call.callId, accountId, mode, product, at: at.toISOString() };
}

type Looked = 'account' | 'call' | 'reference' | 'key';

/** What the text could be; most texts match only one type. */
function lookedFor({ isOperator }: ConsoleContext, text: string): Looked[] {
  const looked: Looked[] = [];
  if (isOperator) looked.push('account');
  if (isRequestId(text)) looked.push('call');
  if (/^[0-9a-f]{8}$/i.test(text)) looked.push('reference');
  if (/^(cs_(test|live)_)?[^\s]*[0-9A-Za-z]{4}$/.test(text) && /^(…|\.{3}|cs_|.{4}$)/.test(text)) {
    looked.push('key');
  }
  return looked;
}

function readPersonOf({ vault, config }: ConsoleContext, text: string) {
  // Treat eight hex digits as the end of a call id, not as an ID number.
  return /^[0-9a-f]{8}$/i.test(text) ? undefined : readPerson(vault, text, config.defaultRegion);
}
