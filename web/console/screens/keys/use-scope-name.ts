import type { KeyScope } from '../../../../src/foundation/contract/products.ts';
import { shownProducts, useProductName } from '../../kit/use-product-name.ts';
import { useKeysWords } from './keys-words.ts';

export const shownScopes: readonly KeyScope[] = [...shownProducts, 'webhooks'];

export function useScopeName(): (scope: KeyScope) => string {
  const say = useKeysWords();
  const nameOf = useProductName();
  return (scope) => (scope === 'webhooks' ? say('webhooks') : nameOf(scope));
}
