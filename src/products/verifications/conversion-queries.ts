import type { Pool } from 'pg';
import type { Mode } from '../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';

/** The verifications to count: those that were started from `from` on and before `to`. */
export interface CountedPeriod {
  mode: Mode;
  from: Date;
  to: Date;
  account?: number;
}

export interface Counts {
  sent: number;
  /** Delivered by receipt, or approved: a code that was entered has arrived. */
  delivered: number;
  approved: number;
}

/** The messages of a period by one facet. */
export interface ConversionRow extends Counts {
  facet: 'provider' | 'prefix' | 'step';
  providerCode: string | null;
  /** The first digits of the numbers, which name their region, filled with zeros. */
  prefix: string | null;
  at: Date | null;
}

export interface Conversion {
  started: number;
  delivered: number;
  approved: number;
  rows: ConversionRow[];
}

/**
 * The verifications of a period. IDs begin with a time, so each account's are a range of its primary key; they
 * come from a server's clock, and allow for a minute of drift.
 */
const picked = `picked as materialized (
  select v.*
  from accounts a
  cross join lateral (
    select *
    from verifications v
    where v.account_id = a.account_id and v.mode = $1
      and v.verification_id >= uuid_floor($2::timestamptz - interval '1 minute')
      and v.verification_id < uuid_floor($3::timestamptz + interval '1 minute')
      and v.started_at >= $2 and v.started_at < $3
  ) v
  where $4::integer is null or a.account_id = $4
)`;

function valuesOf(scope: Scope, { mode, from, to, account }: CountedPeriod): unknown[] {
  return [mode, from, to, accountOf(scope, account)];
}

/**
 * How many verifications were started, reached their person and were approved; and the same for their messages by
 * provider, number prefix and time. An approval belongs to the message whose code was entered, so the approvals
 * of each facet add up to those of the period. Messages that no provider took are not counted.
 */
export async function readConversion(
  pool: Pool,
  scope: Scope,
  period: CountedPeriod,
  { unit, timeZone }: { unit: 'hour' | 'day'; timeZone: string },
): Promise<Conversion> {
  const { rows } = await pool.query<Omit<Conversion, 'rows'> & { rows: RawRow[] | null }>(
    `with ${picked}, sent as materialized (
       select p.account_id, p.verification_id, c.provider_code,
         rpad(left(c.prefix, 8), length(c.prefix) + 4, '0') as prefix,
         date_trunc($5, p.started_at, $6) as step, a.is_approved,
         a.is_approved or c.message_state = 'delivered' as is_delivered
       from picked p
       cross join lateral (
         select p.verification_id as call_id
         union all
         select r.call_id
         from verification_resends r
         where r.account_id = p.account_id and r.verification_id = p.verification_id
       ) s
       cross join lateral (
         select * from calls c where c.account_id = p.account_id and c.call_id = s.call_id limit 1
       ) c
       cross join lateral (
         select p.state = 'approved' and p.code_call = c.call_id as is_approved
       ) a
       where a.is_approved or c.state not in ('rejected', 'unavailable')
     ), counted as (
       select
         case
           when grouping(provider_code) = 0 then 'provider'
           when grouping(prefix) = 0 then 'prefix'
           else 'step'
         end as facet,
         provider_code as "providerCode", prefix, step as at, count(*)::integer as sent,
         count(*) filter (where is_delivered)::integer as delivered,
         count(*) filter (where is_approved)::integer as approved
       from sent
       group by grouping sets ((provider_code), (prefix), (step))
     )
     select
       (select count(*)::integer from picked) as started,
       (
         select count(distinct (account_id, verification_id))::integer from sent where is_delivered
       ) as delivered,
       (select count(*)::integer from picked where state = 'approved') as approved,
       (select json_agg(c) from counted c) as rows`,
    [...valuesOf(scope, period), unit, timeZone],
  );
  const [{ rows: found, ...totals } = { started: 0, delivered: 0, approved: 0, rows: null }] = rows;
  return {
    ...totals,
    rows: (found ?? []).map(({ at, ...row }) => ({
      ...row,
      at: at === null ? null : new Date(at),
    })),
  };
}

type RawRow = Omit<ConversionRow, 'at'> & { at: string | null };

/** An hour in which an account, or one of its numbers, got many wrong guesses. */
export interface GuessingAttack {
  accountId: number;
  accountName: string;
  /** Null for the account as a whole. */
  numberHash: Buffer | null;
  /** One of the number's verifications, and its sealed message. */
  verificationId: string;
  contentId: string | null;
  sealed: Buffer | null;
  hour: Date;
  guesses: number;
  wrong: number;
  /** From where the account's keys were used in that hour, those that used them most first. */
  addresses: string[];
}

/** Wrong guesses in an hour that are an attack: of a number two verifications' worth, of an account most of many. */
export const attackRule = { numberWrong: 10, accountWrong: 50, accountPercent: 50 };
const maxAttacks = 50;
const maxAddresses = 3;

export async function findGuessingAttacks(
  pool: Pool,
  scope: Scope,
  period: CountedPeriod,
): Promise<GuessingAttack[]> {
  const { rows } = await pool.query<GuessingAttack>(
    `with ${picked}, guessed as (
       select p.account_id, p.number_hash, date_trunc('hour', g.at, 'UTC') as hour,
         grouping(p.number_hash) = 1 as is_account,
         (array_agg(p.verification_id))[1] as verification_id, count(*)::integer as guesses,
         count(*) filter (
           where p.state <> 'approved' or g.n < cardinality(p.guessed_at)
         )::integer as wrong
       from picked p
       cross join lateral unnest(p.guessed_at) with ordinality as g (at, n)
       group by grouping sets (
         (p.account_id, date_trunc('hour', g.at, 'UTC')),
         (p.account_id, date_trunc('hour', g.at, 'UTC'), p.number_hash)
       )
     ), attacks as (
       select *
       from guessed
       where case
         when is_account then wrong >= $6 and wrong * 100 >= guesses * $7
         else wrong >= $5
       end
       order by wrong desc, hour desc, is_account desc, account_id, verification_id
       limit $8
     )
     select t.account_id as "accountId", a.name as "accountName", t.number_hash as "numberHash",
       t.verification_id as "verificationId", c.content_id as "contentId", m.sealed, t.hour,
       t.guesses, t.wrong,
       array(
         select k.address
         from key_uses k
         where k.account_id = t.account_id and k.address <> ''
           and k.first_at < t.hour + interval '1 hour' and k.last_at >= t.hour
         group by k.address
         order by max(k.requests) desc, k.address
         limit $9
       ) as addresses
     from attacks t
     join accounts a on a.account_id = t.account_id
     left join calls c on c.account_id = t.account_id and c.call_id = t.verification_id
     left join message_contents m on m.content_id = c.content_id
     order by t.wrong desc, t.hour desc, t.is_account desc, t.account_id, t.verification_id`,
    [
      ...valuesOf(scope, period),
      attackRule.numberWrong,
      attackRule.accountWrong,
      attackRule.accountPercent,
      maxAttacks,
      maxAddresses,
    ],
  );
  return rows;
}
