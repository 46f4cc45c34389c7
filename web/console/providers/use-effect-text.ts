import type { RouteRow } from '../../../src/console/providers/providers-contract.ts';
import { useProvidersWords } from './providers-words.ts';
import type { RouteEffect } from './route-effect.ts';

/** What saving a route does, in words: what changes, and for whom. */
export function useEffectText({
  effects,
  key: { accountId, region },
  isNew,
  own,
  accounts,
}: {
  effects: readonly RouteEffect[];
  key: Pick<RouteRow, 'accountId' | 'region'>;
  isNew: boolean;
  /** The routes of the product. */
  own: readonly RouteRow[];
  accounts: number;
}): string {
  const say = useProvidersWords();
  const textOf = (effect: RouteEffect) => {
    if (effect.kind === 'shares') return say('effectShares');
    if (effect.kind === 'moved') return say('effectMoved', { ...effect });
    return say(effect.kind === 'added' ? 'effectAdded' : 'effectGone', { code: effect.code });
  };
  const apart = new Set(own.flatMap((one) => (one.region === null ? (one.accountId ?? []) : [])));
  const whom =
    accountId === null
      ? say('effectAll', { count: accounts - apart.size })
      : say('effectAccount', { account: say('account', { account: accountId }) });
  const what = isNew ? [say('effectNew')] : effects.map(textOf);
  const where = region === null ? '' : ` ${say('effectRegion', { region })}`;
  return `${what.join(', ')} ${whom}${where}`;
}
