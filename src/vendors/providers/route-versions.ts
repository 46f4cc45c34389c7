import type { Change } from '../../foundation/audit/change-queries.ts';
import {
  listVersions,
  noteRestored,
  requireVersion,
} from '../../foundation/audit/version-queries.ts';
import { type Columns, maxVersions, type Version } from '../../foundation/audit/versions.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { RouteStop } from './route.ts';
import {
  lockRoute,
  type RouteKey,
  removeRoute,
  setRoute,
  versionedRoute,
} from './route-queries.ts';

const columnsOf = (stops: readonly RouteStop[] | null) => stops && { providers: stops };

/** The providers of a route in one of its versions; null without a route. */
export const stopsOf = (columns: Columns | null) =>
  columns && (columns.providers as readonly RouteStop[]);

export function listRouteVersions(
  db: Queryable,
  key: RouteKey,
  current: readonly RouteStop[] | null,
): Promise<Version[]> {
  return listVersions(db, versionedRoute(key), columnsOf(current), { limit: maxVersions });
}

/** Restores a version of a route: also one that had no route, and one that was removed since. */
export async function restoreRoute(
  change: Change,
  key: RouteKey,
  { entryId, was }: { entryId: number; was: readonly RouteStop[] | null },
): Promise<void> {
  const row = versionedRoute(key);
  const current = columnsOf(await lockRoute(change, key));
  const { state, madeAt } = await requireVersion(change, row, current, entryId);
  const stops = stopsOf(state);
  if (stops) await setRoute(change, key, stops, was);
  else if (current) await removeRoute(change, key, was);
  else refuse('nothing_to_change');
  await noteRestored(change, row, 'route.restore', { entryId, madeAt });
}
