import type { Pool } from 'pg';
import { saidWithin } from './health-queries.ts';

/** How often a provider was asked in an hour, and how often it did what it was asked for. */
export interface HealthHour {
  providerCode: string;
  hour: Date;
  asked: number;
  done: number;
}

/** The hours of a span in which providers were asked, the oldest first. */
export async function readHealthHours(pool: Pool, minutes: number): Promise<HealthHour[]> {
  const { rows } = await pool.query<HealthHour>(
    `with ${saidWithin}
     select provider_code as "providerCode", date_trunc('hour', at) as hour, count(*)::integer as asked,
       count(*) filter (where outcome = 'done')::integer as done
     from said
     group by 1, 2
     order by 1, 2`,
    [minutes],
  );
  return rows;
}

/** How often something went wrong at a provider, and why. */
export interface ReasonCount {
  providerCode: string;
  outcome: string;
  reason: string | null;
  count: number;
}

/** What providers did not do within a span, by why; also what they took and could not deliver. */
export async function readReasons(pool: Pool, minutes: number): Promise<ReasonCount[]> {
  const { rows } = await pool.query<ReasonCount>(
    `with ${saidWithin}, failed as (
       select provider_code, outcome, reason
       from said
       where outcome <> 'done'
       union all
       select r.provider_code, r.message_state::text, w.reason
       from recent r
       left join lateral (
         select w.reason
         from receipts w
         where w.account_id = r.account_id and w.call_id = r.call_id
           and w.state in ('undelivered', 'expired', 'rejected')
         order by w.received_at desc
         limit 1
       ) w on true
       where r.state = 'done' and r.message_state in ('undelivered', 'expired', 'rejected')
     )
     select provider_code as "providerCode", outcome, reason, count(*)::integer as count
     from failed
     group by 1, 2, 3
     order by 1, 4 desc, 2, 3`,
    [minutes],
  );
  return rows;
}
