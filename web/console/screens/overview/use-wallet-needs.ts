import type { Needs } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { numberText } from '../../kit/number-text.ts';
import type { Need } from './need.ts';
import { useOverviewWords } from './overview-words.ts';

/** Wallets that run out or are below their alert threshold, and requests for a top-up. */
export function useWalletNeeds(needs: Needs | undefined): readonly Need[] {
  const say = useOverviewWords();
  const go = useGo();
  const { currency } = useSession();
  const money = (amount: string) => `${numberText(amount)} ${currency}`;
  const needOf = (name: string, accountId: number, told: Pick<Need, 'title' | 'text'>): Need => ({
    ...{ name: `${name}-${accountId}`, tone: 'unknown', ...told },
    link: { label: say('wallet'), onOpen: () => go('wallet', { scope: String(accountId) }) },
  });
  const low = (needs?.wallets ?? []).map(
    ({ accountId, name: account, available, threshold, anHour, hoursLeft }) => {
      const amount = money(available);
      if (hoursLeft !== null && anHour !== null) {
        return needOf('wallet', accountId, {
          title: say('needWallet', { account, hours: hoursLeft }),
          text: say('needWalletText', { amount, anHour: money(anHour) }),
        });
      }
      return needOf('wallet', accountId, {
        title: say('needLowWallet', { account }),
        text: say('needLowWalletText', { amount, threshold: money(threshold ?? '0') }),
      });
    },
  );
  const asked = (needs?.topUps ?? []).map(({ accountId, name: account, available }) =>
    needOf('top-up', accountId, {
      title: say('needTopUp', { account }),
      text: say('needTopUpText', { amount: money(available) }),
    }),
  );
  return [...low, ...asked];
}
