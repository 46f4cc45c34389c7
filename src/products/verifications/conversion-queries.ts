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
 * The verifications of a period, with the columns that are needed: there may be hundreds of thousands. IDs begin with
 * a time, so each account's are a range of its primary key; they come from a server's clock, and allow for a minute
 * of drift.
 */
const pick = (columns: string) => `select v.account_id, ${columns}
  from accounts a
  cross join lateral (
    select *
    from verifications v
    where v.account_id = a.account_id and v.mode = $1
      and v.verification_id >= uuid_floor($2::timestamptz - interval '1 minute')
      and v.verification_id < uuid_floor($3::timestamptz + interval '1 minute')
      and v.started_at >= $2 and v.started_at < $3
  ) v
  where $4::integer is null or a.account_id = $4`;

function valuesOf(scope: Scope, { mode, from, to, account }: CountedPeriod): unknown[] {
  return [mode, from, to, accountOf(scope, account)];
}

/**
 * Messages with what became of them; those that no provider took are left out. They are first counted by the quarter
 * of an hour, with which hours and days begin in every time zone.
 */
const sentOf = (messages: string, callId = 'call_id') => `select m.account_id, m.verification_id,
    c.provider_code, rpad(left(c.prefix, 8), length(c.prefix) + 4, '0') as prefix,
    date_bin('15 minutes', m.started_at, 'epoch') as started_at, a.is_approved,
    a.is_approved or coalesce(c.message_state = 'delivered', false) as is_delivered
  from ${messages} m
  join calls c on c.account_id = m.account_id and c.call_id = m.${callId}
  cross join lateral (select m.approved_by is not distinct from c.call_id as is_approved) a
  where a.is_approved or c.state not in ('rejected', 'unavailable')`;

const conversionSql = `with picked as materialized (
       ${pick(`v.verification_id, v.started_at,
         case when v.state = 'approved' then v.code_call end as approved_by`)}
     ), resent as materialized (
       select p.*, r.call_id
       from verification_resends r
       join picked p using (account_id, verification_id)
     ), counted as (
       select s.provider_code, s.prefix, date_trunc($5, s.started_at, $6) as step,
         sum(s.sent)::integer as sent, sum(s.delivered)::integer as delivered,
         sum(s.approved)::integer as approved
       from (
         select provider_code, prefix, started_at, count(*) as sent,
           count(*) filter (where is_delivered) as delivered,
           count(*) filter (where is_approved) as approved
         from (
           ${sentOf('(select p.*, p.verification_id as call_id from picked p)')}
           union all
           ${sentOf('resent')}
         ) m
         group by provider_code, prefix, started_at
       ) s
       group by 1, 2, 3
     ), facets as (
       select
         case
           when grouping(provider_code) = 0 then 'provider'
           when grouping(prefix) = 0 then 'prefix'
           else 'step'
         end as facet,
         provider_code as "providerCode", prefix, step as at, sum(sent)::integer as sent,
         sum(delivered)::integer as delivered, sum(approved)::integer as approved
       from counted
       group by grouping sets ((provider_code), (prefix), (step))
     )
     select
       (select count(*)::integer from picked) as started,
       -- A verification with two delivered messages is delivered once.
       (select coalesce(sum(delivered), 0)::integer from counted) - (
         select coalesce(sum(d.messages - 1), 0)::integer
         from (
           select count(*) as messages
           from (
             ${sentOf('(select distinct on (account_id, verification_id) r.*, r.verification_id as first from resent r)', 'first')}
             union all
             ${sentOf('resent')}
           ) m
           where is_delivered
           group by account_id, verification_id
         ) d
       ) as delivered,
       (select count(approved_by)::integer from picked) as approved,
       (select json_agg(f) from facets f) as rows`;

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
    conversionSql,
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

const eachGuess = 'cross join lateral unnest(p.guessed_at) with ordinality as g (at, n)';
/** Only the last guess of an approved verification is right. */
const wrong =
  'count(*) filter (where not p.is_approved or g.n < cardinality(p.guessed_at))::integer';

/** Wrong guesses in an hour that are an attack: of a number two verifications' worth, of an account most of many. */
export const attackRule = { numberWrong: 10, accountWrong: 50, accountPercent: 50 };
const maxAttacks = 50;
const maxAddresses = 3;

const attacksSql = `with picked as materialized (
       ${pick(`v.verification_id, v.number_hash, v.guessed_at,
         v.state = 'approved' as is_approved`)}
         and v.guessed_at is not null
     ), guessed as (
       select p.account_id, null::bytea as number_hash, date_trunc('hour', g.at, 'UTC') as hour,
         true as is_account, count(*)::integer as guesses, ${wrong} as wrong
       from picked p
       ${eachGuess}
       group by 1, 3
       union all
       -- Most verifications have no wrong guess, and no attack on a number has others.
       select p.account_id, p.number_hash, date_trunc('hour', g.at, 'UTC'), false,
         count(*)::integer, ${wrong}
       from picked p
       ${eachGuess}
       where p.number_hash in (
         select number_hash
         from picked
         where cardinality(guessed_at) > is_approved::integer
         group by number_hash
         having sum(cardinality(guessed_at) - is_approved::integer) >= $5
       )
       group by 1, 2, 3
     ), attacks as (
       select g.*, s.verification_id
       from (
         select *
         from guessed
         where case
           when is_account then wrong >= $6 and wrong * 100 >= guesses * $7
           else wrong >= $5
         end
         order by wrong desc, hour desc, is_account desc, account_id, number_hash
         limit $8
       ) g
       cross join lateral (
         select p.verification_id
         from picked p
         where p.account_id = g.account_id
           and (g.number_hash is null or p.number_hash = g.number_hash)
         limit 1
       ) s
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
     order by t.wrong desc, t.hour desc, t.is_account desc, t.account_id, t.verification_id`;

export async function findGuessingAttacks(
  pool: Pool,
  scope: Scope,
  period: CountedPeriod,
): Promise<GuessingAttack[]> {
  const { rows } = await pool.query<GuessingAttack>(attacksSql, [
    ...valuesOf(scope, period),
    attackRule.numberWrong,
    attackRule.accountWrong,
    attackRule.accountPercent,
    maxAttacks,
    maxAddresses,
  ]);
  return rows;
}
