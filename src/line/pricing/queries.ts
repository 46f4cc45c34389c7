import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { isSentInParts, type Product } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isOwnProduct } from '../../foundation/db/product-queries.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import { formatMoney, largestPrice, type Money } from '../../foundation/money.ts';
import type { PriceRule } from './price-of.ts';

/** The price of a product, by default or for one account. */
export interface ProductPrice extends PriceRule {
  product: Product;
}

export async function listPrices(pool: Pool, accountId?: number): Promise<ProductPrice[]> {
  const { rows } = await pool.query<ProductPrice>(
    `select d.product, d.unit_price as "defaultPrice", a.unit_price as "accountPrice",
       d.per_part as "perPart"
     from products d
     left join account_prices a on a.product = d.product and a.account_id = $1
     where ${isOwnProduct('d.product')}
     order by d.product`,
    [accountId ?? null],
  );
  return rows;
}

/** A price agreed with an account. */
interface AgreedPrice {
  accountId: number;
  accountName: string;
  product: Product;
  unitPrice: Money;
}

/** The cursor of a page of agreed prices. */
type AgreedMark = Pick<AgreedPrice, 'accountId' | 'product'>;

/** One page of agreed prices, by account. */
export async function listAgreedPrices(
  pool: Pool,
  { after, limit }: { after?: AgreedMark | undefined; limit: number },
): Promise<{ prices: AgreedPrice[]; next: AgreedMark | null }> {
  const { rows } = await pool.query<AgreedPrice>(
    `select p.account_id as "accountId", a.name as "accountName", p.product,
       p.unit_price as "unitPrice"
     from account_prices p
     join accounts a on a.account_id = p.account_id
     where (p.account_id, p.product) > ($1, $2) and ${isOwnProduct('p.product')}
     order by p.account_id, p.product
     limit $3`,
    [after?.accountId ?? 0, after?.product ?? '', limit + 1],
  );
  const prices = rows.slice(0, limit);
  return { prices, next: rows.length > limit ? (prices.at(-1) ?? null) : null };
}

export function checkPrice(unitPrice: Money): void {
  if (unitPrice < 0n || unitPrice > largestPrice) {
    refuse('price_out_of_range', { limit: formatMoney(largestPrice) });
  }
}

/** Sets the default price, which applies to accounts without an agreed one. */
export async function setDefaultPrice(change: Change, product: Product, unitPrice: Money) {
  checkPrice(unitPrice);
  await change.query('update products set unit_price = $2 where product = $1', [
    product,
    unitPrice,
  ]);
}

/** Sets the price agreed with one account. */
export async function setAccountPrice(
  change: Change,
  accountId: number,
  product: Product,
  unitPrice: Money,
): Promise<void> {
  checkPrice(unitPrice);
  await withRefusals(
    change.query(
      `insert into account_prices (account_id, product, unit_price)
       values ($1, $2, $3)
       on conflict (account_id, product) do update set unit_price = excluded.unit_price`,
      [accountId, product, unitPrice],
    ),
    { '23503': ['account_not_found', { account: accountId }] },
  );
}

/** Ends the agreed price: from now on the account pays the default price. */
export async function unsetAccountPrice(change: Change, accountId: number, product: Product) {
  if (!(await dropAccountPrice(change, accountId, product)))
    refuse('own_price_not_found', { account: accountId, product });
}

export async function dropAccountPrice(
  change: Change,
  accountId: number,
  product: Product,
): Promise<boolean> {
  const { rowCount } = await change.query(
    'delete from account_prices where account_id = $1 and product = $2',
    [accountId, product],
  );
  return rowCount === 1;
}

/** A product as the whole platform sells it. */
export interface ProductTerms {
  product: Product;
  unitPrice: Money;
  perPart: boolean;
  isOn: boolean;
}

export async function listProducts(db: Queryable): Promise<ProductTerms[]> {
  const { rows } = await db.query<ProductTerms>(
    `select product, unit_price as "unitPrice", per_part as "perPart", is_on as "isOn"
     from products
     where ${isOwnProduct('product')}
     order by product`,
  );
  return rows;
}

/** Which of these products the platform does not have yet. */
export async function listMissingProducts(
  db: Queryable,
  products: readonly Product[],
): Promise<Product[]> {
  const { rows } = await db.query<{ product: Product }>(
    `select product from unnest($1::text[]) product
     where product not in (select d.product from products d)`,
    [products],
  );
  return rows.map(({ product }) => product);
}

/** Adds a product with its first price. False if the platform has it already. */
export async function addProduct(
  change: Change,
  product: Product,
  unitPrice: Money,
): Promise<boolean> {
  const { rowCount } = await change.query(
    'insert into products (product, unit_price) values ($1, $2) on conflict do nothing',
    [product, unitPrice],
  );
  if (rowCount !== 1) return false;
  await change.query(
    `insert into price_history (account_id, product, unit_price, per_part, effect_at)
     select null, product, unit_price, per_part, now() from products where product = $1`,
    [product],
  );
  return true;
}

/** Sets whether a product is sold at all. */
export async function setProductOn(change: Change, product: Product, isOn: boolean) {
  await change.query('update products set is_on = $2 where product = $1', [product, isOn]);
}

/** Sets whether an SMS costs the unit price once per part. */
export async function setPerPart(
  change: Change,
  product: Product,
  perPart: boolean,
): Promise<void> {
  if (!isSentInParts(product)) refuse('per_part_unavailable');
  await change.query('update products set per_part = $2 where product = $1', [product, perPart]);
}
