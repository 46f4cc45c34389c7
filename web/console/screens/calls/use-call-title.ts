import type { CallDetail } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { useCallWords } from './call-words.ts';

/** What was called, and for whom if that is known. */
export function useCallTitle(): (call: Pick<CallDetail, 'product' | 'person'>) => string {
  const say = useCallWords();
  const nameOf = useProductName();
  return ({ product: code, person }) => {
    const product = nameOf(code);
    if (!person) return product;
    return say(code === 'face_verify' ? 'callOf' : 'callTo', { product, person });
  };
}
