import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isRegion } from '../../foundation/contract/text/region.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import { wholePercent } from '../../foundation/money.ts';
import { requirePlain } from './require-plain.ts';
import type { VatRule } from './vat.ts';

/** Whom a rule is for: an account, the buyers of a country, or everyone if both are null. */
export interface VatRuleKey {
  country: string | null;
  accountId: number | null;
}

export interface SetVatRule extends VatRuleKey, VatRule {
  accountName: string | null;
}

const columns = `r.country, r.account_id as "accountId", r.percent::bigint as percent,
  r.is_reverse_charge as "isReverseCharge", r.note`;

/** All rules: that for everyone first, then countries, then accounts. */
export async function listVatRules(db: Queryable): Promise<SetVatRule[]> {
  const { rows } = await db.query<SetVatRule>(
    `select ${columns}, (select name from accounts a where a.account_id = r.account_id) as "accountName"
     from vat_rules r
     order by r.account_id nulls first, r.country nulls first`,
  );
  return rows;
}

/** The rule in force for a buyer: of his account, else of his country, else of everyone. */
export async function findVatRule(
  db: Queryable,
  { accountId, country }: { accountId: number; country: string },
): Promise<VatRule | undefined> {
  const { rows } = await db.query<VatRule>(
    `select ${columns}
     from vat_rules r
     where r.account_id = $1 or r.country = $2 or r.account_id is null and r.country is null
     order by r.account_id nulls last, r.country nulls last
     limit 1`,
    [accountId, country],
  );
  return rows[0];
}

export async function setVatRule(
  change: Change,
  { country: typed, accountId }: VatRuleKey,
  { percent, isReverseCharge, note: why }: VatRule,
): Promise<void> {
  if (typed !== null && accountId !== null) refuse('vat_rule_or');
  const country = typed === null ? null : typed.trim().toUpperCase();
  if (country !== null && !isRegion(country)) refuse('billing_country_unknown', { country });
  if (percent < 0n || percent > wholePercent) refuse('vat_percent_range');
  if (percent === 0n && why.trim() === '') refuse('vat_note_missing');
  const note = why.trim() === '' ? '' : requirePlain('note', why, 200);
  await withRefusals(
    change.query(
      `insert into vat_rules (country, account_id, percent, is_reverse_charge, note)
       values ($1, $2, $3, $4, $5)
       on conflict (country, account_id) do update
       set percent = excluded.percent, is_reverse_charge = excluded.is_reverse_charge,
         note = excluded.note`,
      [country, accountId, percent, isReverseCharge, note],
    ),
    { '23503': ['account_not_found', { account: String(accountId) }] },
  );
}

/** Removes a rule of a country or an account, so that the wider one applies. */
export async function resetVatRule(
  change: Change,
  { country, accountId }: VatRuleKey,
): Promise<void> {
  if (country === null && accountId === null) refuse('vat_default_kept');
  const isOne = (country === null) !== (accountId === null);
  const { rowCount } = isOne
    ? await change.query(
        `delete from vat_rules
         where country is not distinct from $1 and account_id is not distinct from $2`,
        [country?.trim().toUpperCase() ?? null, accountId],
      )
    : { rowCount: 0 };
  if (rowCount === 0) refuse('vat_rule_not_set');
}
