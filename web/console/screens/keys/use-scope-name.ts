import type { KeyScope } from '../../../../src/foundation/contract/products.ts';
import { shownCalled, useProductName } from '../../kit/use-product-name.ts';
import { useKeysWords } from './keys-words.ts';

export const shownScopes: readonly KeyScope[] = [...shownCalled, 'webhooks'];

export function useScopeName(): (scope: KeyScope) => string {
  const say = useKeysWords();
  const nameOf = useProductName();
  return (scope) => (scope === 'webhooks' ? say('webhooks') : nameOf(scope));
}
