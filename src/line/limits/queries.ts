import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuseOutdated, type Versioned } from '../../foundation/audit/version-queries.ts';
import type { Columns } from '../../foundation/audit/versions.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import { type LimitSettings, longestWindow } from './limits.ts';

const columnOf = {
  perNumber: 'per_number',
  codePerMinute: 'code_per_minute',
  codePerHour: 'code_per_hour',
  codePerDay: 'code_per_day',
  noticePerDay: 'notice_per_day',
  regions: 'regions',
  spendCapDay: 'spend_cap_day',
} as const satisfies Record<keyof LimitSettings, string>;

const settingNames = Object.keys(columnOf) as (keyof LimitSettings)[];
const columns = settingNames.map((name) => `${columnOf[name]} as "${name}"`).join(', ');

/** Null if the account has no settings of its own. */
export async function findLimits(
  pool: Pool,
  accountId: number,
  mode: Mode,
): Promise<LimitSettings | null> {
  const { rows } = await pool.query<LimitSettings>(
    `select ${columns} from limits where account_id = $1 and mode = $2`,
    [accountId, mode],
  );
  return rows[0] ?? null;
}

/** The defaults that the platform sets for every account; a spend cap belongs to an account alone. */
export type DefaultLimits = Omit<LimitSettings, 'spendCapDay'>;

const defaultNames = settingNames.filter((name) => name !== 'spendCapDay');

export async function listDefaultLimits(
  db: Queryable,
): Promise<(DefaultLimits & { mode: Mode })[]> {
  const { rows } = await db.query<DefaultLimits & { mode: Mode }>(
    `select mode, ${defaultNames.map((name) => `${columnOf[name]} as "${name}"`).join(', ')}
     from default_limits
     order by mode`,
  );
  return rows;
}

/** Replaces the defaults of a mode; null restores the program's own. */
export async function setDefaultLimits(
  change: Change,
  mode: Mode,
  limits: DefaultLimits,
): Promise<void> {
  requireInRange(Object.values(limits));
  await change.query(
    `update default_limits
     set ${defaultNames.map((name, at) => `${columnOf[name]} = $${at + 2}`).join(', ')}
     where mode = $1`,
    [mode, ...defaultNames.map((name) => limits[name])],
  );
}

/** The settings of an account, with the platform's defaults where it has none. */
export async function findLimitsWithDefaults(
  pool: Queryable,
  accountId: number,
  mode: Mode,
): Promise<LimitSettings | null> {
  const merged = defaultNames.map(
    (name) => `coalesce(l.${columnOf[name]}, d.${columnOf[name]}) as "${name}"`,
  );
  const { rows } = await pool.query<LimitSettings>(
    `select ${merged.join(', ')}, l.spend_cap_day as "spendCapDay"
     from default_limits d
     left join limits l on l.account_id = $1 and l.mode = d.mode
     where d.mode = $2`,
    [accountId, mode],
  );
  return rows[0] ?? null;
}

function requireInRange(values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value === 'number' && (value < 1 || value > longestWindow)) {
      refuse('number_limit_out_of_range', { limit: longestWindow });
    }
  }
}

/** An account without settings of its own. */
export const nothingSet: LimitSettings = {
  ...{ perNumber: null, codePerMinute: null, codePerHour: null, codePerDay: null },
  ...{ noticePerDay: null, regions: null, spendCapDay: null },
};

/**
 * Changes the given settings and keeps the others; null restores the default. `was` is what the settings must
 * still be, so that the change applies.
 */
export async function setLimits(
  change: Change,
  accountId: number,
  mode: Mode,
  changes: Partial<LimitSettings>,
  was?: LimitSettings,
): Promise<LimitSettings> {
  const names = settingNames.filter((name) => changes[name] !== undefined);
  if (names.length === 0) refuse('nothing_to_change');
  requireInRange(names.map((name) => changes[name]));
  const locked = was && (await lockLimits(change, accountId, mode));
  if (was && !isDeepStrictEqual(locked ?? nothingSet, was)) {
    return refuseOutdatedLimits(change, accountId, mode);
  }
  const given = names.map((name) => columnOf[name]);
  const set = given.map((column) => `${column} = excluded.${column}`).join(', ');
  const { rows } = await withRefusals(
    change.query<LimitSettings>(
      `insert into limits (account_id, mode, ${given.join(', ')})
       values ($1, $2, ${given.map((_, index) => `$${index + 3}`).join(', ')})
       on conflict (account_id, mode) ${locked === null ? 'do nothing' : `do update set ${set}`}
       returning ${columns}`,
      [accountId, mode, ...names.map((name) => changes[name])],
    ),
    { '23503': ['account_not_found', { account: accountId }] },
  );
  return rows[0] ?? refuseOutdatedLimits(change, accountId, mode);
}

/** The settings as they are, locked for this change; null without any. */
export async function lockLimits(
  change: Change,
  accountId: number,
  mode: Mode,
): Promise<LimitSettings | null> {
  const { rows } = await change.query<LimitSettings>(
    `select ${columns} from limits where account_id = $1 and mode = $2 for update`,
    [accountId, mode],
  );
  return rows[0] ?? null;
}

async function refuseOutdatedLimits(change: Change, accountId: number, mode: Mode): Promise<never> {
  const current = await lockLimits(change, accountId, mode);
  return refuseOutdated(change, versionedLimits(accountId, mode), current && columnsOf(current));
}

/** Limits as the audit log names them. */
export function versionedLimits(accountId: number, mode: Mode): Versioned {
  return { subject: 'limits', key: { account_id: accountId, mode } };
}

/** Settings as the audit log has them, by column. */
export function columnsOf(limits: LimitSettings): Columns {
  return Object.fromEntries(
    settingNames.map((name) => {
      const value = limits[name];
      return [columnOf[name], typeof value === 'bigint' ? Number(value) : value];
    }),
  );
}

/** Settings from the columns of the audit log; no row has no settings. */
export function limitsOfColumns(row: Columns | null): LimitSettings {
  const read = (name: keyof LimitSettings) => {
    const value = row?.[columnOf[name]] ?? null;
    return name === 'spendCapDay' && value !== null ? BigInt(value as number) : value;
  };
  return Object.fromEntries(
    settingNames.map((name) => [name, read(name)]),
  ) as unknown as LimitSettings;
}

/** A prefix of phone numbers that gets no codes for a while. */
interface ClosedPrefix {
  accountId: number;
  mode: Mode;
  prefix: string;
  closedAt: Date;
  closedUntil: Date;
  reason: string;
}

export async function listClosedPrefixes(pool: Pool, accountId?: number): Promise<ClosedPrefix[]> {
  const { rows } = await pool.query<ClosedPrefix>(
    `select account_id as "accountId", mode, prefix, closed_at as "closedAt",
       closed_until as "closedUntil", reason
     from closed_prefixes
     where account_id = coalesce($1, account_id) and closed_until > now()
     order by account_id, mode, prefix`,
    [accountId ?? null],
  );
  return rows;
}

/** Reopens a prefix early. The row stays as a record of when and why the prefix was closed. */
export async function openPrefix(
  change: Change,
  accountId: number,
  mode: Mode,
  prefix: string,
): Promise<void> {
  const { rowCount } = await change.query(
    `update closed_prefixes set closed_until = now(), opened_at = now()
     where account_id = $1 and mode = $2 and prefix = $3 and closed_until > now()`,
    [accountId, mode, prefix],
  );
  if (rowCount === 0) refuse('prefix_not_closed', { prefix, account: accountId, mode });
}
