import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Money } from '../../foundation/money.ts';
import { listPaymentEntries } from '../ledger/payment-entry-queries.ts';
import { type Contact, listContacts } from './contact-queries.ts';
import { orderNoOf, type Payment } from './payment.ts';
import { listRefunds, type Refund } from './refund-queries.ts';
import { findPaid, type PaidAtVendor } from './report-queries.ts';
import { findSavedMethod } from './saved-method-queries.ts';

/** `automatic`: charged to a saved method. `paid_there`: the payer paid, by the vendor's clock. `expired` and the like: how the payment ended. */
type StoryWhat =
  | 'asked_for'
  | 'automatic'
  | Contact['what']
  | 'paid_there'
  | 'credited'
  | 'fee'
  | 'refund_asked'
  | 'refund_done'
  | 'refund_failed'
  | 'refund_returned'
  | 'taken_back'
  | 'given_back'
  | 'disputed'
  | 'card_saved'
  | 'card_dropped'
  | 'card_removed'
  | 'failed'
  | 'expired'
  | 'mismatched'
  | 'ignored';

/** Something that happened to a payment. */
export interface StoryStep {
  what: StoryWhat;
  at: Date;
  /** The last time, and how often, of what was repeated. */
  lastAt?: Date;
  times?: number;
  amount?: Money;
  detail?: string;
}

export interface PaymentStory {
  steps: StoryStep[];
  refunds: Refund[];
  /** What was paid, by the vendor's last answer; null if it says that nothing was. */
  report: PaidAtVendor | null;
}

/** Everything that happened to a payment, in order of time: from its row, its vendor's answers, refunds and entries. */
export async function readPaymentStory(db: Queryable, payment: Payment): Promise<PaymentStory> {
  const orderNo = orderNoOf(payment.paymentId);
  const contacts = await listContacts(db, payment);
  const refunds = await listRefunds(db, payment);
  const entries = await listPaymentEntries(db, payment, orderNo);
  const [start, ...later] = stepsOf(payment);
  const steps = [
    ...later,
    ...contacts.map(({ what, firstAt, lastAt, times, detail }) => {
      return { what, at: firstAt, lastAt, times, detail };
    }),
    ...(await methodSteps(db, payment)),
    ...refunds.flatMap(refundSteps),
    ...entries.flatMap(({ what, madeAt, amount }): StoryStep[] => {
      const entry = entryOf(what, amount);
      return entry ? [{ what: entry, at: madeAt, amount }] : [];
    }),
  ];
  // Nothing happened before the start, but the vendor's clock may be behind ours.
  steps.sort((a, b) => a.at.getTime() - b.at.getTime());
  return { steps: [start, ...steps], refunds, report: await findPaid(db, payment) };
}

function stepsOf(payment: Payment): [StoryStep, ...StoryStep[]] {
  const { state, begunAt, paidAt, endedAt, amount, detail, disputed, disputedAt, savedRef } =
    payment;
  const isEnd = state !== 'pending' && state !== 'paid';
  return [
    { what: savedRef === null ? 'asked_for' : 'automatic', at: begunAt, amount },
    ...(paidAt ? [{ what: 'paid_there', at: paidAt } as const] : []),
    ...(isEnd && endedAt ? [{ what: state, at: endedAt, detail }] : []),
    // What was won is not disputed any more.
    ...(disputedAt
      ? [
          {
            what: 'disputed',
            at: disputedAt,
            ...(disputed > 0n ? { amount: disputed } : {}),
          } as const,
        ]
      : []),
  ];
}

/** What became of the card that the payment saved. */
async function methodSteps(db: Queryable, payment: Payment): Promise<StoryStep[]> {
  const method = await findSavedMethod(db, payment);
  if (!method) return [];
  const { savedAt, droppedAt, removedAt, detail } = method;
  return [
    { what: 'card_saved', at: savedAt },
    ...(droppedAt
      ? [{ what: 'card_dropped', at: droppedAt, detail: removedAt ? '' : detail } as const]
      : []),
    ...(removedAt ? [{ what: 'card_removed', at: removedAt, detail } as const] : []),
  ];
}

function refundSteps({ amount, reason, state, detail, askedForAt, endedAt }: Refund): StoryStep[] {
  const asked = { what: 'refund_asked', at: askedForAt, amount, detail: reason } as const;
  if (state === 'pending' || !endedAt) return [asked];
  return [asked, { what: `refund_${state}`, at: endedAt, amount, detail }];
}

/** What an entry of the ledger says; undefined for a refund's, which its own row tells. */
function entryOf(what: string, amount: Money): StoryWhat | undefined {
  if (what === '') return 'credited';
  if (what === 'fee') return 'fee';
  if (what.startsWith('taken back')) return amount < 0n ? 'taken_back' : 'given_back';
  return what.endsWith('returned') ? 'refund_returned' : undefined;
}
