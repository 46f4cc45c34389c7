import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';

/** An account that waits for a top-up. */
export interface TopUpRequest {
  accountId: number;
  name: string;
  available: Money;
  askedAt: Date;
}

/** The operator has answered, or never will. */
const openDays = 7;

/** Asks the operator for a top-up, at most once a day. Returns when the account asked last. */
export async function askForTopUp(change: Change, accountId: number): Promise<Date> {
  const first = await change.query(
    'insert into top_up_requests (account_id, asked_at) values ($1, now()) on conflict do nothing',
    [accountId],
  );
  const again = await change.query(
    `update top_up_requests set asked_at = now()
     where account_id = $1 and asked_at < now() - interval '1 day'`,
    [accountId],
  );
  const askedAt = (await readLastRequest(change, accountId)) as Date;
  if (first.rowCount || again.rowCount) {
    await noteChange(change, {
      ...{ accountId, action: 'wallet.ask', subject: 'top_up_requests' },
      ...{ key: { account_id: accountId }, before: null, after: { asked_at: askedAt } },
    });
  }
  return askedAt;
}

export async function readLastRequest(db: Queryable, accountId: number): Promise<Date | null> {
  const { rows } = await db.query<{ askedAt: Date }>(
    'select asked_at as "askedAt" from top_up_requests where account_id = $1',
    [accountId],
  );
  return rows[0]?.askedAt ?? null;
}

/** The accounts that asked and got no money since, the first one first. */
export async function listTopUpRequests(db: Queryable): Promise<TopUpRequest[]> {
  const { rows } = await db.query<TopUpRequest>(
    `select r.account_id as "accountId", a.name, w.available, r.asked_at as "askedAt"
     from top_up_requests r
     join accounts a on a.account_id = r.account_id
     join wallets w on w.account_id = r.account_id and w.mode = 'live'
     where r.asked_at > now() - make_interval(days => $1)
       and not exists (
         select from manual_entries e
         where e.account_id = r.account_id and e.mode = 'live' and e.amount > 0
           and e.made_at > r.asked_at
       )
       and not exists (select from account_closures c where c.account_id = r.account_id)
     order by r.asked_at, r.account_id
     limit 20`,
    [openDays],
  );
  return rows;
}
