import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { BySetting } from './setting-references.ts';

/** A file that was applied. */
export interface PlatformVersion {
  version: number;
  hash: string;
  file: string;
  locks: Readonly<Record<string, true | string[]>>;
  /** Keyed hashes of the values that references led to. */
  secrets: BySetting<string>;
  appliedAt: Date;
  appliedBy: string;
}

const columns = `version, hash, file, locks, secrets, applied_at as "appliedAt",
  applied_by as "appliedBy"`;

export async function findLastVersion(db: Queryable): Promise<PlatformVersion | undefined> {
  const { rows } = await db.query<PlatformVersion>(
    `select ${columns} from platform_versions order by version desc limit 1`,
  );
  return rows[0];
}

export async function listVersions(
  db: Queryable,
  { limit }: { limit: number },
): Promise<Omit<PlatformVersion, 'file' | 'secrets'>[]> {
  const { rows } = await db.query<PlatformVersion>(
    `select version, hash, locks, applied_at as "appliedAt", applied_by as "appliedBy"
     from platform_versions
     order by version desc
     limit $1`,
    [limit],
  );
  return rows;
}

/** Two files are applied one after the other: the second sees what the first has done. */
export async function lockVersions(change: Change): Promise<void> {
  await change.query('lock table platform_versions in share row exclusive mode');
}

export async function storeVersion(
  change: Change,
  { hash, file, locks, secrets }: Pick<PlatformVersion, 'hash' | 'file' | 'locks' | 'secrets'>,
): Promise<number> {
  const { rows } = await change.query<{ version: number; appliedBy: string }>(
    `select coalesce(max(version), 0) + 1 as version,
       current_setting('countersign.actor')::jsonb ->> 'name' as "appliedBy"
     from platform_versions`,
  );
  const { version, appliedBy } = rows[0] as { version: number; appliedBy: string };
  await change.query(
    `insert into platform_versions (version, hash, file, locks, secrets, applied_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [version, hash, file, JSON.stringify(locks), JSON.stringify(secrets), appliedBy],
  );
  return version;
}

/** The database's clock decides which planned prices are due. */
export async function readNow(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('select now() as now');
  return (rows[0] as { now: Date }).now;
}
