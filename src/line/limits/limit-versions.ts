import type { Change } from '../../foundation/audit/change-queries.ts';
import {
  listVersions,
  noteRestored,
  requireVersion,
} from '../../foundation/audit/version-queries.ts';
import { maxVersions, type Version } from '../../foundation/audit/versions.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { LimitSettings } from './limits.ts';
import { columnsOf, limitsOfColumns, lockLimits, setLimits, versionedLimits } from './queries.ts';

interface LimitsKey {
  accountId: number;
  mode: Mode;
}

export function listLimitVersions(
  db: Queryable,
  { accountId, mode }: LimitsKey,
  current: LimitSettings | null,
): Promise<Version[]> {
  const row = versionedLimits(accountId, mode);
  return listVersions(db, row, current && columnsOf(current), { limit: maxVersions });
}

/** Restores all settings of a version; a version without settings has the defaults. */
export async function restoreLimits(
  change: Change,
  { accountId, mode }: LimitsKey,
  { entryId, was }: { entryId: number; was: LimitSettings },
): Promise<void> {
  const row = versionedLimits(accountId, mode);
  const current = await lockLimits(change, accountId, mode);
  const columns = current && columnsOf(current);
  const { state, madeAt } = await requireVersion(change, row, columns, entryId);
  await setLimits(change, accountId, mode, limitsOfColumns(state), was);
  await noteRestored(change, row, 'limit.restore', { entryId, madeAt });
}
