import { useCallback } from 'react';
import type { Product } from '../../../src/foundation/contract/products.ts';
import { useKitWords } from './kit-words.ts';

/** The products in the order of the screens. */
export const shownProducts = ['sms_code', 'sms_notice', 'face_verify'] as const;

export function useProductName(): (product: Product) => string {
  const say = useKitWords();
  return useCallback((product) => say(`product_${product}`), [say]);
}
