import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import {
  addedProducts,
  type FirstTerms,
  type Product,
  scopeOf,
} from '../../foundation/contract/products.ts';
import { areOlderServersGone, type LookOptions } from '../../foundation/db/server-queries.ts';
import { addScopeToTestKeys } from '../../line/callers/key-queries.ts';
import { addProduct, listMissingProducts } from '../../line/pricing/queries.ts';
import { hasAccounts } from '../../people/accounts/queries.ts';
import { chineseTemplates } from '../../products/messages/chinese-templates.ts';
import { addFirstTemplate, createTemplate } from '../../products/messages/template-queries.ts';

const upgrade = { kind: 'platform', name: 'new products' } as const;
const beginner = { kind: 'platform', name: 'new platform' } as const;

type Added = readonly (readonly [Product, FirstTerms])[];

/**
 * Adds the products that this version sells and the database does not have yet: price, template, and the scope
 * of test keys. It waits until the last server of an older version has stopped, because version 0.1.0 fails on
 * the row of a product that it does not know. Until then the product is off. Returns what it added.
 */
export async function addProducts(
  pool: Pool,
  {
    added = addedProducts,
    actor = upgrade,
    ...looks
  }: LookOptions & { added?: Added; actor?: Actor } = {},
): Promise<Product[]> {
  if (looks.signal?.aborted) return [];
  const names = added.map(([product]) => product);
  if ((await listMissingProducts(pool, names)).length === 0) return [];
  if (!(await areOlderServersGone(pool, looks))) return [];
  return inChange(pool, actor, 'product.add', async (change) => {
    const mine: Product[] = [];
    for (const [product, terms] of added) {
      if (await addWith(change, product, terms)) mine.push(product);
    }
    return mine;
  });
}

/**
 * A new platform has its products and Chinese templates before its first account. On any other one the job adds the
 * products, which looks longer, and no templates: its operators have written their own.
 */
export async function addProductsAtStart(pool: Pool): Promise<void> {
  if (await hasAccounts(pool)) return;
  const added = await addProducts(pool, { looks: 1, actor: beginner });
  // Only one of several servers that start together adds them.
  if (added.length > 0) await inChange(pool, beginner, 'template.create', addChineseTemplates);
}

async function addChineseTemplates(change: Change): Promise<void> {
  for (const template of chineseTemplates) await createTemplate(change, template);
}

/** Another server may have added it first. What an operator removed later does not come back. */
async function addWith(change: Change, product: Product, { unitPrice, template }: FirstTerms) {
  if (!(await addProduct(change, product, unitPrice))) return false;
  if (template) await addFirstTemplate(change, product, template);
  const scope = scopeOf(product);
  if (scope === product) await addScopeToTestKeys(change, scope);
  return true;
}
