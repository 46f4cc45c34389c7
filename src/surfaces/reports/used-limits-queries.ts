import type { Mode, Product } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import { numberLimitsOf } from '../../line/limits/limits.ts';
import { findLimitsWithDefaults, versionedLimits } from '../../line/limits/queries.ts';

/** How much of a limit was used once a call was accepted; the limit is null if it was changed since. */
export interface UsedLimit<Amount> {
  used: Amount;
  limit: Amount | null;
}

export interface UsedLimits {
  /** Messages to the number of the call, by the window that they are counted in. */
  number: Partial<Record<'minute' | 'hour' | 'day', UsedLimit<number>>>;
  /** What the account spent on the day of the call; null without a spend cap. */
  spend: UsedLimit<Money> | null;
}

interface Asked {
  accountId: number;
  callId: string;
  mode: Mode;
  product: Product;
  heldAt: Date;
}

/** Reads what the limits of an accepted call had counted, from the calls themselves as they were at that moment. */
export async function readUsedLimits(
  db: Queryable,
  call: Asked,
  timeZone: string,
): Promise<UsedLimits> {
  const settings = await findLimitsWithDefaults(db, call.accountId, call.mode);
  const limits = numberLimitsOf(settings, call.mode, call.product);
  const cap = settings?.spendCapDay ?? null;
  if (limits === null && cap === null) return { number: {}, spend: null };
  const isSame = !(await areChangedSince(db, call));
  const used = await countUsed(db, call, { timeZone, isCapped: cap !== null });
  const windows = { minute: limits?.perMinute, hour: limits?.perHour, day: limits?.perDay };
  const number = Object.entries(windows).flatMap(([name, limit]) =>
    limit && used.isNumbered
      ? [[name, { used: used[name as keyof typeof windows], limit: isSame ? limit : null }]]
      : [],
  );
  return {
    number: Object.fromEntries(number),
    spend: cap === null ? null : { used: used.spent, limit: isSame ? cap : null },
  };
}

/** A message that was released before no longer counts, and one that was released later still did. */
const counted = `o.held_at <= c.held_at
  and not (o.state in ('rejected', 'unavailable') and o.ended_at <= c.held_at and o.call_id <> c.call_id)`;

async function countUsed(
  db: Queryable,
  { accountId, callId }: Asked,
  { timeZone, isCapped }: { timeZone: string; isCapped: boolean },
) {
  const { rows } = await db.query<{
    minute: number;
    hour: number;
    day: number;
    spent: Money;
    isNumbered: boolean;
  }>(
    `select n.minute, n.hour, n.day, c.number_hash is not null as "isNumbered",
       case when $4 then (
         select coalesce(sum(o.amount), 0)::bigint
         from calls o
         where o.account_id = c.account_id and o.mode = c.mode and o.held_at >= d.begun
           and o.call_id >= uuid_floor(d.begun - interval '1 minute')
           and o.call_id < uuid_floor(c.held_at + interval '1 minute')
           and ${counted}
       ) else 0 end as spent
     from calls c
     cross join lateral (
       select date_trunc('day', c.held_at, $3) as begun
     ) d
     cross join lateral (
       select (count(*) filter (where o.held_at > c.held_at - interval '1 minute'))::integer as minute,
         (count(*) filter (where o.held_at > c.held_at - interval '1 hour'))::integer as hour,
         count(*)::integer as day
       from (
         select n.call_id
         from call_numbers n
         where n.number_hash = c.number_hash and n.account_id = c.account_id
           and uuid_day(n.call_id) in (uuid_day(c.call_id), uuid_day(c.call_id) - 1)
         -- Its own entry is written a moment later.
         union
         select c.call_id
       ) n
       join calls o on o.account_id = c.account_id and o.call_id = n.call_id
       where o.mode = c.mode and o.product = c.product
         and o.held_at > c.held_at - interval '24 hours' and ${counted}
     ) n
     where c.account_id = $1 and c.call_id = $2`,
    [accountId, callId, timeZone, isCapped],
  );
  const [row] = rows;
  return row ?? { minute: 0, hour: 0, day: 0, spent: 0n as Money, isNumbered: false };
}

async function areChangedSince(db: Queryable, { accountId, mode, heldAt }: Asked) {
  const own = versionedLimits(accountId, mode);
  const { rows } = await db.query<{ isChanged: boolean }>(
    `select coalesce(max(made_at) > $3, false) as "isChanged"
     from audit_entries
     where subject = 'limits' and subject_key = $1 or subject = 'default_limits' and subject_key = $2`,
    [JSON.stringify(own.key), JSON.stringify({ mode }), heldAt],
  );
  return rows[0]?.isChanged ?? false;
}
