import { useCallback } from 'react';
import {
  type CalledProduct,
  isMessageProduct,
  type Product,
  products,
  productTable,
} from '../../../src/foundation/contract/products.ts';
import { useLanguage } from '../client/words.ts';

/** The products in the order of the screens: messages first. */
export const shownProducts: readonly Product[] = products.toSorted(
  (one, other) => Number(isMessageProduct(other)) - Number(isMessageProduct(one)),
);

export const shownCalled: readonly CalledProduct[] = shownProducts.filter(
  (product): product is CalledProduct => productTable[product].kind !== null,
);

export function inShownOrder<Row extends { product: Product }>(rows: readonly Row[]): Row[] {
  const place = ({ product }: Row) => shownProducts.indexOf(product);
  return rows.toSorted((one, other) => place(one) - place(other));
}

/** The operation with which a product is bought; other products have paths of their own. */
export function operationName(product: Product): string {
  if (product === 'verify_approval') return 'verify_start';
  const row = productTable[product];
  return 'operation' in row ? row.operation : product;
}

export function useProductName(): (product: Product) => string {
  const language = useLanguage();
  return useCallback((product) => productTable[product].name[language], [language]);
}
