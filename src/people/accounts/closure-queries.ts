import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

/** The closure of an account, from the request until its data are erased. */
export interface Closure {
  accountId: number;
  name: string;
  reason: string;
  askedAt: Date;
  /** Null while calls or checks are open. */
  closedAt: Date | null;
  erasedAt: Date | null;
}

const closures = `
  select c.account_id as "accountId", a.name, c.reason, c.asked_at as "askedAt",
    c.closed_at as "closedAt", c.erased_at as "erasedAt"
  from account_closures c
  join accounts a using (account_id)`;

export async function findClosure(db: Queryable, accountId: number): Promise<Closure | undefined> {
  const { rows } = await db.query<Closure>(`${closures} where c.account_id = $1`, [accountId]);
  return rows[0];
}

/** Closures whose data are not erased yet, oldest first. */
export async function listClosures(db: Queryable): Promise<Closure[]> {
  const { rows } = await db.query<Closure>(
    `${closures} where c.erased_at is null order by c.asked_at, c.account_id`,
  );
  return rows;
}

/** Closed accounts whose data are due to be erased. */
export async function listErasable(db: Queryable, days: number): Promise<Closure[]> {
  const { rows } = await db.query<Closure>(
    `${closures}
     where c.erased_at is null and c.closed_at <= now() - make_interval(days => $1)
     order by c.closed_at, c.account_id`,
    [days],
  );
  return rows;
}

/** Waits for others who change the state of the account, and makes them wait until the change ends. */
export async function lockAccountState(change: Change, accountId: number): Promise<void> {
  const { rows } = await change.query(
    'select from accounts where account_id = $1 for no key update',
    [accountId],
  );
  if (rows.length === 0) refuse('account_not_found', { account: accountId });
}

export async function beginClosure(
  change: Change,
  { accountId, reason, isOver }: { accountId: number; reason: string; isOver: boolean },
): Promise<void> {
  const { rows } = await change.query<{ wasSuspended: boolean }>(
    `select state = 'suspended' as "wasSuspended" from accounts where account_id = $1`,
    [accountId],
  );
  await change.query(
    `insert into account_closures (account_id, reason, closed_at, was_suspended)
     values ($1, $2, case when $3 then now() end, $4)`,
    [accountId, reason, isOver, rows[0]?.wasSuspended],
  );
  await change.query(`update accounts set state = 'suspended' where account_id = $1`, [accountId]);
}

export async function endClosure(change: Change, accountId: number): Promise<void> {
  await change.query(
    'update account_closures set closed_at = now() where account_id = $1 and closed_at is null',
    [accountId],
  );
}

/** Takes a closure back. The account is active again, unless it was suspended before. */
export async function withdrawClosure(change: Change, accountId: number): Promise<void> {
  await change.query(
    `with closure as (
       delete from account_closures where account_id = $1 returning account_id, was_suspended
     )
     update accounts a set state = 'active'
     from closure c
     where a.account_id = c.account_id and not c.was_suspended`,
    [accountId],
  );
}

/** Erases how the account presented itself to people. Its name stays, because statements carry it. */
export async function eraseAccountPage(change: Change, accountId: number): Promise<void> {
  await change.query('delete from account_logos where account_id = $1', [accountId]);
  await change.query(
    `update accounts
     set display_name = null, colour = null, other_way_url = null, other_way_phone = null,
       redirect_origins = null
     where account_id = $1`,
    [accountId],
  );
}

export async function noteErased(change: Change, accountId: number): Promise<void> {
  await change.query('update account_closures set erased_at = now() where account_id = $1', [
    accountId,
  ]);
}
