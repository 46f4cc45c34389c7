import { useCallback } from 'react';
import type { Product } from '../../../src/foundation/contract/products.ts';
import { usePartWords } from './part-words.ts';

/** What a product is called, on every screen. */
export function useProductName(): (product: Product) => string {
  const say = usePartWords();
  return useCallback((product) => say(`product_${product}`), [say]);
}
