import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isRegion } from '../../foundation/contract/text/region.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import type { BillingDetails } from './invoice.ts';
import { requirePlain } from './require-plain.ts';
import { tidyVatId } from './vat-id.ts';

/** Whom the invoices of an account are made out to; null until somebody has said so. */
export async function readBilling(
  db: Queryable,
  accountId: number,
): Promise<BillingDetails | null> {
  const { rows } = await db.query<BillingDetails>(
    `select name, address, country, vat_id as "vatId" from billing_details where account_id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
}

/** Sets whom invoices are made out to from now on. Those that were issued stay as they are. */
export async function setBilling(
  change: Change,
  accountId: number,
  typed: BillingDetails,
): Promise<BillingDetails> {
  const country = typed.country.trim().toUpperCase();
  if (!isRegion(country)) refuse('billing_country_unknown', { country });
  const details = {
    name: requirePlain('name', typed.name, 200),
    address: requirePlain('address', typed.address, 400),
    ...{ country, vatId: tidyVatId(typed.vatId, country) },
  };
  await withRefusals(
    change.query(
      `insert into billing_details (account_id, name, address, country, vat_id)
       values ($1, $2, $3, $4, $5)
       on conflict (account_id) do update
       set name = excluded.name, address = excluded.address, country = excluded.country,
         vat_id = excluded.vat_id`,
      [accountId, details.name, details.address, country, details.vatId],
    ),
    { '23503': ['account_not_found', { account: String(accountId) }] },
  );
  return details;
}

/** Invoices keep what they say: tax law wants them for years. */
export async function eraseBilling(change: Change, accountId: number): Promise<void> {
  await change.query('delete from billing_details where account_id = $1', [accountId]);
}
