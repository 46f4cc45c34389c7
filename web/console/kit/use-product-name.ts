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

export function useProductName(): (product: Product) => string {
  const language = useLanguage();
  return useCallback((product) => productTable[product].name[language], [language]);
}
