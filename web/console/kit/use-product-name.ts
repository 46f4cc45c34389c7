import { useCallback } from 'react';
import type { Product } from '../../../src/contract/products.ts';
import { useKitWords } from './kit-words.ts';

export function useProductName(): (product: Product) => string {
  const say = useKitWords();
  return useCallback((product) => say(`product_${product}`), [say]);
}
