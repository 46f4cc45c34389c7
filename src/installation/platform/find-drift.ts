import { Refused } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { type PlannedChange, type PlatformPorts, planPlatform } from './plan-platform.ts';
import { findLastVersion, type PlatformVersion } from './version-queries.ts';
import { wantedByVersion } from './wanted-platform.ts';

/** How the settings differ from the file that was applied last. */
export interface Drift {
  last: PlatformVersion;
  changes: PlannedChange[];
  /** Why this program cannot read the file: a newer version applied it. */
  fault?: string;
}

/** Undefined if no file was ever applied. Secrets are compared by the hashes that were kept. */
export async function findDrift(db: Queryable, ports: PlatformPorts): Promise<Drift | undefined> {
  const last = await findLastVersion(db);
  if (!last) return undefined;
  try {
    const wanted = wantedByVersion(last);
    const { changes } = await planPlatform(db, ports, wanted, { withEffects: false });
    return { last, changes };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { last, changes: [], fault: error.message };
  }
}
