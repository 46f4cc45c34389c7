import type { Pool } from 'pg';
import { findRefused, type RefusedCall } from '../../../line/refused/queries.ts';
import { exportCalls } from '../../../line/search/export-calls.ts';
import type { ExportedCall } from '../../reports/export-calls.ts';
import { type AskedCalls, wantsRefused } from './read-filter.ts';

const refusedAtOnce = 5_000;

/** Reads all rows of a list page by page, newest first: calls and refused calls, from `before` on. */
export async function* exportRows(
  pool: Pool,
  asked: Pick<AskedCalls, 'scope' | 'mode' | 'filter'>,
  before: string | undefined,
): AsyncGenerator<ExportedCall[]> {
  const { scope, mode, filter } = asked;
  let last = before;
  for await (const calls of exportCalls(pool, scope, mode, filter, { before })) {
    const downTo = calls.at(-1)?.callId;
    const rows: ExportedCall[] = [...calls];
    for await (const refused of readRefused(pool, asked, last, downTo)) rows.push(...refused);
    yield rows.sort((a, b) => (a.callId < b.callId ? 1 : -1));
    last = downTo;
  }
  yield* readRefused(pool, asked, last, undefined);
}

async function* readRefused(
  pool: Pool,
  { scope, mode, filter }: Pick<AskedCalls, 'scope' | 'mode' | 'filter'>,
  begun: string | undefined,
  downTo: string | undefined,
): AsyncGenerator<ExportedCall[]> {
  if (!wantsRefused(filter)) return;
  for (let before = begun; ; ) {
    const bounds = { ...(before ? { before } : {}), ...(downTo ? { downTo } : {}) };
    const page = { limit: refusedAtOnce, ...bounds };
    const found = await findRefused(pool, scope, mode, filter, page);
    const rows = found.slice(0, refusedAtOnce);
    if (rows.length > 0) yield rows.map(asExported);
    if (found.length <= refusedAtOnce) return;
    before = rows.at(-1)?.callId;
  }
}

/** A refused call reached no provider and cost nothing. */
function asExported({ accountId, callId, keyId, product, reason, refusedAt }: RefusedCall) {
  return {
    ...{ accountId, callId, keyId, product, reason, state: 'refused' as const, result: null },
    ...{ heldAt: refusedAt, endedAt: refusedAt, parts: 0, amount: 0n, charged: 0n },
    ...{ providerCode: null, cost: null },
  };
}
