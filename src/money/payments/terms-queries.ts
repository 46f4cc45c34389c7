import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isCurrency } from '../../foundation/contract/text/is-currency.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import {
  formatMoney,
  largestPrice,
  largestRate,
  type Money,
  type Rate,
  wholePercent,
} from '../../foundation/money.ts';

/** What a way to pay costs and takes. Null where the wider terms apply. */
export interface Terms {
  isOn: boolean | null;
  /** Of the amount, as an amount is written: 1.0000 is one percent. */
  feePercent: Money | null;
  feeFixed: Money | null;
  minimum: Money | null;
  maximum: Money | null;
  /** The currency that is charged instead of the wallet's, and what one unit of the wallet's is in it: both, or neither. */
  chargedCurrency: string | null;
  rate: Rate | null;
}

/** With the time since which the rate is what it is. */
export interface KeptTerms extends Terms {
  rateSetAt: Date | null;
}

/** A way to pay, for everyone or for one account. */
export interface TermsKey {
  providerCode: string;
  method: string;
  /** Null for everyone. */
  accountId: number | null;
}

export interface SetTerms extends TermsKey, KeptTerms {
  accountName: string | null;
}

export const noTerms: Terms = {
  isOn: null,
  feePercent: null,
  feeFixed: null,
  minimum: null,
  maximum: null,
  chargedCurrency: null,
  rate: null,
};

const columns = `t.provider_code as "providerCode", t.method, t.account_id as "accountId",
  t.is_on as "isOn", t.fee_percent::bigint as "feePercent", t.fee_fixed as "feeFixed", t.minimum,
  t.maximum, t.charged_currency as "chargedCurrency", t.rate, t.rate_set_at as "rateSetAt"`;

/** All terms that were set; those for everyone first. */
export async function listTerms(
  db: Queryable,
  asked: { providerCode?: string | undefined; accountId?: number | undefined } = {},
): Promise<SetTerms[]> {
  const { rows } = await db.query<SetTerms>(
    `select ${columns},
       (select name from accounts a where a.account_id = t.account_id) as "accountName"
     from payment_terms t
     where ($1::text is null or t.provider_code = $1)
       and ($2::integer is null or t.account_id is null or t.account_id = $2)
     order by t.account_id nulls first, t.provider_code, t.method`,
    [asked.providerCode ?? null, asked.accountId ?? null],
  );
  return rows;
}

/** The terms in force for an account, by provider and method: its own come first, value by value. Null for everyone's. */
export async function readTerms(
  db: Queryable,
  accountId: number | null,
): Promise<(providerCode: string, method: string) => KeptTerms> {
  const { rows } = await db.query<TermsKey & KeptTerms>(
    `select ${columns} from payment_terms t where t.account_id is null or t.account_id = $1`,
    [accountId],
  );
  return (providerCode, method) => {
    const own = rows.filter((row) => row.providerCode === providerCode && row.method === method);
    const [wide, narrow] = [false, true].map((isOwn) =>
      own.find((row) => (row.accountId !== null) === isOwn),
    );
    return mergeTerms(wide ?? noneKept, narrow ?? noneKept);
  };
}

const noneKept: KeptTerms = { ...noTerms, rateSetAt: null };

function mergeTerms(wide: KeptTerms, narrow: KeptTerms): KeptTerms {
  const { chargedCurrency, rate, rateSetAt } = narrow.rate === null ? wide : narrow;
  return {
    isOn: narrow.isOn ?? wide.isOn,
    feePercent: narrow.feePercent ?? wide.feePercent,
    feeFixed: narrow.feeFixed ?? wide.feeFixed,
    minimum: narrow.minimum ?? wide.minimum,
    maximum: narrow.maximum ?? wide.maximum,
    // A rate of one currency says nothing about another.
    ...{ chargedCurrency, rate, rateSetAt },
  };
}

const fields = {
  isOn: 'is_on',
  feePercent: 'fee_percent',
  feeFixed: 'fee_fixed',
  minimum: 'minimum',
  maximum: 'maximum',
  chargedCurrency: 'charged_currency',
  rate: 'rate',
} as const satisfies Record<keyof Terms, string>;

/** Changes some of the terms in one statement; the others stay as they are, also those that somebody sets meanwhile. */
export async function setTerms(
  change: Change,
  { providerCode, method, accountId }: TermsKey,
  terms: Partial<Terms>,
): Promise<void> {
  requireRanges(terms);
  const given = (Object.keys(fields) as (keyof Terms)[]).filter(
    (name) => terms[name] !== undefined,
  );
  const columns = given.map((name) => fields[name]);
  await withRefusals(
    change.query(
      `insert into payment_terms as t (${['provider_code', 'method', 'account_id', ...columns].join(', ')})
       values (${['$1', '$2', '$3', ...columns.map((_, index) => `$${index + 4}`)].join(', ')})
       on conflict (provider_code, method, account_id) do update
       set ${['method = excluded.method', ...columns.map((column) => `${column} = excluded.${column}`)].join(', ')}`,
      [providerCode, method, accountId, ...given.map((name) => terms[name])],
    ),
    {
      '23503': ['account_not_found', { account: String(accountId) }],
      // The minimum that was set before, or that somebody sets meanwhile.
      '23514': ['payment_maximum_range', { limit: formatMoney(largestPrice) }],
    },
  );
}

/** Whom the terms of a way to pay leave no amount: their own minimum and everyone's maximum, or the other way round. */
export async function findWithoutAmount(
  db: Queryable,
  { providerCode, method }: Pick<TermsKey, 'providerCode' | 'method'>,
  unit: Money,
): Promise<{ accountName: string | null; minimum: Money; maximum: Money } | undefined> {
  const { rows } = await db.query<{ accountName: string | null; minimum: Money; maximum: Money }>(
    `select a.name as "accountName", m.minimum, m.maximum
     from payment_terms t
     left join payment_terms w on w.provider_code = $1 and w.method = $2 and w.account_id is null
     left join accounts a on a.account_id = t.account_id
     cross join lateral (
       select coalesce(t.minimum, w.minimum, $3) as minimum, coalesce(t.maximum, w.maximum) as maximum
     ) m
     where t.provider_code = $1 and t.method = $2
       and (m.minimum + $3 - 1) / $3 * $3 > m.maximum
     order by t.account_id nulls first
     limit 1`,
    [providerCode, method, unit],
  );
  return rows[0];
}

/** Removes what was set, so that the wider terms apply. */
export async function resetTerms(
  change: Change,
  { providerCode, method, accountId }: TermsKey,
): Promise<void> {
  const { rowCount } = await change.query(
    `delete from payment_terms
     where provider_code = $1 and method = $2 and account_id is not distinct from $3`,
    [providerCode, method, accountId],
  );
  if (rowCount === 0) refuse('payment_terms_not_set');
}

function requireRanges({ feePercent, feeFixed, minimum, maximum, ...more }: Partial<Terms>): void {
  const { chargedCurrency, rate } = more;
  if (rate != null && (rate <= 0n || rate > largestRate)) refuse('payment_rate_range');
  if (chargedCurrency != null && !isCurrency(chargedCurrency)) {
    refuse('payment_conversion_unknown', { currency: chargedCurrency });
  }
  if (feePercent != null && (feePercent < 0n || feePercent > wholePercent)) {
    refuse('payment_fee_percent_range');
  }
  const limit = formatMoney(largestPrice);
  const isIn = (value: Money | null | undefined, least: Money) =>
    value == null || (value >= least && value < largestPrice);
  if (!isIn(feeFixed, 0n)) refuse('payment_fee_fixed_range', { limit });
  if (!isIn(minimum, 1n)) refuse('payment_minimum_range', { limit });
  if (!isIn(maximum, minimum ?? 1n)) refuse('payment_maximum_range', { limit });
}
