import type { Mode } from '../../../foundation/contract/products.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { detailText } from '../../../money/payments/detail-text.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { showOpenLines } from '../payments/show-payment.ts';
import type { Needs } from './overview-contract.ts';
import { readTasks } from './read-tasks.ts';

/** What needs an operator's attention, in the viewer's language. */
export async function showNeeds(
  context: Pick<ConsoleContext, 'pool' | 'scope' | 'breakers' | 'clock' | 'language'>,
  mode: Mode,
): Promise<Needs> {
  const tasks = await readTasks(context, mode);
  const { review, payments, wallets, topUps, failingEndpoints, ...others } = tasks;
  return {
    review: {
      count: review.count,
      oldestAt: review.oldestAt?.toISOString() ?? null,
      held: formatMoney(review.held),
    },
    payments: {
      count: payments.count,
      bank: payments.bank && showOpenLines(payments.bank),
      differences: payments.differences,
      fapiao: payments.fapiao,
      unissued: payments.failing.map(({ paymentId, accountName, fault }) => ({
        ...{ paymentId, accountName, detail: fault[context.language] },
      })),
      cards: payments.cards.map(({ paymentId, accountName, providerCode, detail }) => ({
        ...{ paymentId, accountName, provider: providerCode },
        detail: detailText(detail, context.language),
      })),
      first: payments.payments.map(({ state, amount, disputed, detail, ...payment }) => {
        const isDisputed = state !== 'mismatched';
        return {
          ...{ ...payment, isDisputed, detail: detailText(detail, context.language) },
          amount: formatMoney(isDisputed ? disputed : amount),
        };
      }),
    },
    wallets: wallets.map((wallet) => ({
      ...wallet,
      available: formatMoney(wallet.available),
      threshold: nullableMoney(wallet.threshold),
      anHour: nullableMoney(wallet.anHour),
    })),
    topUps: topUps.map((one) => ({
      ...one,
      available: formatMoney(one.available),
      askedAt: one.askedAt.toISOString(),
    })),
    ...others,
    failingEndpoints: failingEndpoints.map((one) => ({
      ...one,
      since: one.since.toISOString(),
    })),
  };
}
