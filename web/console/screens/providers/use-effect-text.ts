import type { RouteRow } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useProvidersWords } from './providers-words.ts';
import type { RouteEffect } from './route-effect.ts';

/** Says what saving a route changes, and for how many accounts. */
export function useEffectText({
  effects,
  key: { accountId, region },
  stored,
  accounts,
}: {
  effects: readonly RouteEffect[];
  key: Pick<RouteRow, 'accountId' | 'region'>;
  stored: RouteRow | null;
  /** How many accounts use the default route. */
  accounts: number;
}): string {
  const say = useProvidersWords();
  const effectText = (effect: RouteEffect) => {
    if (effect.kind === 'shares') return say('effectShares');
    if (effect.kind === 'moved') return say('effectMoved', { ...effect });
    return say(effect.kind === 'added' ? 'effectAdded' : 'effectGone', { code: effect.code });
  };
  const whom =
    accountId === null
      ? say('effectAll', { count: accounts })
      : say('effectAccount', {
          account: stored?.accountName ?? say('account', { account: accountId }),
        });
  const what = stored === null ? [say('effectNew')] : effects.map(effectText);
  const where = region === null ? '' : ` ${say('effectRegion', { region })}`;
  return `${what.join(', ')} ${whom}${where}`;
}
