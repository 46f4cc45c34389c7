import type { Pool } from 'pg';
import { recentAnswers } from './health-queries.ts';

/** How many attempts a provider had in an hour, and how many succeeded. */
export interface HealthHour {
  providerCode: string;
  hour: Date;
  asked: number;
  done: number;
}

/** The hours of a period in which providers had attempts, oldest first. */
export async function readHealthHours(pool: Pool, minutes: number): Promise<HealthHour[]> {
  const { rows } = await pool.query<HealthHour>(
    `with ${recentAnswers}
     select provider_code as "providerCode", date_trunc('hour', at) as hour, count(*)::integer as asked,
       count(*) filter (where outcome = 'done')::integer as done
     from said
     group by 1, 2
     order by 1, 2`,
    [minutes],
  );
  return rows;
}

/** How many attempts or messages failed at a provider for one reason. */
interface ReasonCount {
  providerCode: string;
  outcome: string;
  reason: string | null;
  count: number;
}

/** Failed attempts in a period by reason, and messages that the provider accepted but did not deliver. */
export async function readReasons(pool: Pool, minutes: number): Promise<ReasonCount[]> {
  const { rows } = await pool.query<ReasonCount>(
    `with ${recentAnswers}, failed as (
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
