import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Payment } from './payment.ts';

/**
 * What was exchanged with the vendor about a payment. `begun`, `refused` and `lost`: its answer to our order. `notice`: it said
 * that there is news. The others: its answer to a query, and `silent` if it gave none.
 */
export const contactKinds = [
  ...(['begun', 'refused', 'lost', 'notice'] as const),
  ...(['absent', 'open', 'ended', 'paid', 'silent'] as const),
] as const;
type ContactKind = (typeof contactKinds)[number];

export interface Contact {
  what: ContactKind;
  firstAt: Date;
  lastAt: Date;
  times: number;
  /** The vendor's words of the last time. */
  detail: string;
}

type Named = Pick<Payment, 'accountId' | 'paymentId'>;

/** Notes a contact; one like it was noted before is counted. */
export async function noteContact(
  db: Queryable,
  { accountId, paymentId }: Named,
  { what, detail = '' }: { what: ContactKind; detail?: string },
  now: Date | null,
): Promise<void> {
  await db.query(
    `insert into payment_contacts as c (account_id, payment_id, what, first_at, last_at, detail)
     select $1, $2, $3, t.now, t.now, $4 from (select db_time_or_now($5) as now) t
     on conflict (account_id, payment_id, what) do update
     set last_at = greatest(c.last_at, excluded.last_at), times = c.times + 1,
       detail = excluded.detail`,
    [accountId, paymentId, what, detail, now],
  );
}

/** In the order in which each was first noted. */
export async function listContacts(
  db: Queryable,
  { accountId, paymentId }: Named,
): Promise<Contact[]> {
  const { rows } = await db.query<Contact>(
    `select what, first_at as "firstAt", last_at as "lastAt", times, detail
     from payment_contacts
     where account_id = $1 and payment_id = $2
     order by first_at, what`,
    [accountId, paymentId],
  );
  return rows;
}
