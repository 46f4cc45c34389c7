import { freeScopes, type KeyScope } from '../../../../src/foundation/contract/products.ts';
import { useLanguage } from '../../client/words.ts';
import { joinWords } from '../../kit/join-words.ts';
import { shownCalled, useProductName } from '../../kit/use-product-name.ts';
import { useKeysWords } from './keys-words.ts';

export const shownScopes: readonly KeyScope[] = [...shownCalled, ...freeScopes];

/** What a key may be used for; the products are named only where some are missing. */
export function useScopesText(): (scopes: readonly KeyScope[]) => string {
  const say = useKeysWords();
  const nameOf = useScopeName();
  const language = useLanguage();
  return (scopes) => {
    if (shownScopes.every((scope) => scopes.includes(scope))) return say('allScopes');
    if (shownCalled.every((scope) => scopes.includes(scope))) return say('allProducts');
    return joinWords(shownScopes.filter((scope) => scopes.includes(scope)).map(nameOf), language);
  };
}

export function useScopeName(): (scope: KeyScope) => string {
  const say = useKeysWords();
  const nameOf = useProductName();
  return (scope) => (scope === 'webhooks' || scope === 'payments' ? say(scope) : nameOf(scope));
}
