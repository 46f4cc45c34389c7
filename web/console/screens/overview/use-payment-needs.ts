import type { Needs } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useLanguage } from '../../client/words.ts';
import { amountText } from '../../kit/amount-text.ts';
import { capitalize } from '../../kit/capitalize.ts';
import { dayText } from '../../kit/time-text.ts';
import type { Need } from './need.ts';
import { useOverviewWords } from './overview-words.ts';

/** Payments and bank lines to decide, and disputes to answer, each with a link to its page. */
export function usePaymentNeeds(needs: Needs | undefined): readonly Need[] {
  const say = useOverviewWords();
  const language = useLanguage();
  const go = useGo();
  if (!needs) return [];
  const { count, first, bank, differences, fapiao, unissued, cards } = needs.payments;
  const list = first.map(
    ({ paymentId, accountName: account, isDisputed, amount, currency, detail }): Need => ({
      name: `payment-${paymentId}`,
      tone: isDisputed ? 'bad' : 'unknown',
      title: say(isDisputed ? 'needDispute' : 'needMismatch', { account }),
      text: isDisputed ? amountText(amount, currency) : capitalize(detail),
      link: { label: say('payment'), onOpen: () => go(`payments/${paymentId}`) },
    }),
  );
  const more = count - first.length;
  if (more > 0) {
    list.push({
      name: 'payments',
      tone: 'unknown',
      title: say('needPayments', { count: more }),
      text: '',
      link: { label: say('payments'), onOpen: () => go('payments', { query: { time: 'all' } }) },
    });
  }
  if (bank && bank.count > 0) {
    list.push({
      name: 'payment-bank',
      tone: 'unknown',
      title: say('needBank', { count: bank.count }),
      text: [
        ...bank.sums.map(({ amount, currency }) => amountText(amount, currency)),
        ...(bank.oldestOn
          ? [say('needBankOldest', { day: dayText(bank.oldestOn, language) })]
          : []),
      ].join(' · '),
      link: { label: say('bank'), onOpen: () => go('payment-bank') },
    });
  }
  list.push(
    ...cards.map(
      ({ paymentId, accountName: account, provider, detail }): Need => ({
        name: `card-${paymentId}`,
        tone: 'bad',
        title: say('needCard', { provider, account }),
        text: capitalize(detail),
        link: { label: say('payment'), onOpen: () => go(`payments/${paymentId}`) },
      }),
    ),
  );
  list.push(
    ...unissued.map(
      ({ paymentId, accountName: account, detail }): Need => ({
        name: `invoice-${paymentId}`,
        tone: 'bad',
        title: say('needInvoice', { account }),
        text: capitalize(detail),
        link: { label: say('invoices'), onOpen: () => go('invoices') },
      }),
    ),
  );
  if (differences > 0) {
    list.push({
      name: 'payment-books',
      tone: 'unknown',
      title: say('needPaymentBooks'),
      text: say('needPaymentBooksText', { count: differences }),
      link: { label: say('paymentBooks'), onOpen: () => go('payment-books') },
    });
  }
  if (fapiao > 0) {
    list.push({
      name: 'fapiao',
      tone: 'unknown',
      title: say('needFapiao', { count: fapiao }),
      text: '',
      link: { label: say('fapiao'), onOpen: () => go('fapiao') },
    });
  }
  return list;
}
