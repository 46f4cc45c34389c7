import type { Pool } from 'pg';
import type { Log } from '../../../foundation/db/log.ts';
import type { Vault } from '../../../foundation/vault.ts';
import { findRefused, type RefusedCall } from '../../../line/refused/queries.ts';
import { findCalls, type PageAsked } from '../../../line/search/search-queries.ts';
import type { CallRow } from './calls-contract.ts';
import { findPersonCalls, readRowPersons } from './queries.ts';
import { type AskedCalls, wantsRefused } from './read-filter.ts';
import { showRefusedRow } from './show-refused.ts';
import { rowPerson, showRow } from './show-row.ts';

interface Viewer {
  pool: Pool;
  vault: Vault;
  log: Log;
  isOperator: boolean;
}

/** A page of calls and refused calls, newest first: the ids of both begin with their time. */
export async function findRows(
  viewer: Viewer,
  asked: AskedCalls,
  page: PageAsked,
): Promise<{ rows: CallRow[]; hasMore: boolean }> {
  const { pool, isOperator } = viewer;
  const { scope, mode, filter, person } = asked;
  const [{ calls, hasMore }, refused] = await Promise.all([
    findCalls(pool, scope, mode, filter, page),
    wantsRefused(filter) ? findRefused(pool, scope, mode, filter, page) : [],
  ]);
  const [persons, refusedPersons] = await Promise.all([
    readRowPersons(pool, calls),
    person === null ? readRefusedPersons(viewer, refused) : undefined,
  ]);
  const rows = [
    ...calls.map((call) => showRow(viewer, call, persons.get(call.callId), isOperator)),
    ...refused.map((call) =>
      showRefusedRow(call, person ?? refusedPersons?.get(call.callId) ?? null),
    ),
  ];
  return {
    rows: cut(rows, page).sort(newestFirst),
    hasMore: hasMore || rows.length > page.limit,
  };
}

/** Whom refused calls were for, masked, as far as other calls of the account still have it. */
export async function readRefusedPersons(
  viewer: Pick<Viewer, 'pool' | 'vault' | 'log'>,
  refused: readonly RefusedCall[],
): Promise<Map<string, string | null>> {
  const hashed = refused.filter(({ isHashed }) => isHashed);
  if (hashed.length === 0) return new Map();
  const known = await findPersonCalls(viewer.pool, hashed);
  const persons = await readRowPersons(viewer.pool, [...known.values()]);
  return new Map(
    [...known].map(([refusedId, { callId }]) => {
      const face = persons.get(callId);
      return [refusedId, face ? rowPerson(viewer, face) : null];
    }),
  );
}

const newestFirst = (a: CallRow, b: CallRow) => (a.requestId < b.requestId ? 1 : -1);

/** The rows nearest to where the page begins. */
function cut(rows: CallRow[], { limit, after }: PageAsked): CallRow[] {
  const sorted = rows.toSorted(newestFirst);
  return after === undefined ? sorted.slice(0, limit) : sorted.slice(-limit);
}
