import type { Static } from 'typebox';
import {
  type AuditEntry,
  listEntries,
  listOwnEntries,
} from '../../../foundation/audit/entry-queries.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import type { AuditQuery } from './audit-contract.ts';
import { showOwnEntry } from './show-own-entry.ts';

const pageSize = 50;

/** A page of the audit log, as the viewer may see it. */
export async function readEntries(
  { pool, scope, isOperator }: Pick<ConsoleContext, 'pool' | 'scope' | 'isOperator'>,
  { account, action, by: actor, before, limit = pageSize }: Static<typeof AuditQuery>,
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const page = { before, limit };
  if (isOperator) return listEntries(pool, scope, { accountId: account, action, actor }, page);
  const own = await listOwnEntries(pool, accountOf(scope, account), { action, actor }, page);
  return { ...own, entries: own.entries.map(showOwnEntry) };
}
