import type { Static } from 'typebox';
import { listEntries, listOwnEntries } from '../../../foundation/audit/entry-queries.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import type { AuditQuery } from './audit-contract.ts';
import { type ShownEntry, showOwnEntry } from './show-own-entry.ts';

const pageSize = 50;

/** A page of the audit log, as the viewer may see it. */
export async function readEntries(
  { pool, scope, isOperator }: Pick<ConsoleContext, 'pool' | 'scope' | 'isOperator'>,
  { account, before, limit = pageSize, by: actor, ...filter }: Static<typeof AuditQuery>,
): Promise<{ entries: ShownEntry[]; next: number | null }> {
  const page = { before, limit };
  const wanted = { ...filter, actor };
  if (isOperator) return listEntries(pool, scope, { ...wanted, accountId: account }, page);
  const own = await listOwnEntries(pool, accountOf(scope, account), wanted, page);
  return { ...own, entries: own.entries.map(showOwnEntry) };
}
