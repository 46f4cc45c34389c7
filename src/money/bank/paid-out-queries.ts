import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';

/** What a provider of payments paid out on one day. */
export interface PaidOut {
  providerCode: string;
  currency: string;
  day: string;
  amount: Money;
}

/**
 * By the lines of bank files that an operator marked as pay-outs. A pay-out of what was charged in another currency than the
 * bank's counts as what it took from the vendor's balance.
 */
export async function sumPaidOut(db: Queryable): Promise<PaidOut[]> {
  const { rows } = await db.query<PaidOut>(
    `select provider_code as "providerCode", coalesce(cleared_currency, currency) as currency,
       booked_on::text as day, sum(coalesce(cleared, amount))::bigint as amount
     from bank_lines
     where state = 'paid_out'
     group by 1, 2, 3
     order by 3`,
  );
  return rows;
}
