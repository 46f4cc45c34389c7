import { html } from '../../foundation/page/html.ts';
import { redirectTo, simulatorPage } from './decision-page.ts';
import type { Desk, SimulatorAnswer, SimulatorRequest, Taken } from './simulator.ts';

interface PaymentPage {
  vendor: string;
  taken: Taken;
  /** What the order costs, as the tester reads it. */
  amount: string;
  /** The order is over, even if nobody has decided anything. */
  isOver: boolean;
  /** Where the payer goes back to; null for a vendor that sends nobody anywhere. */
  returnUrl: string | null;
  /** States that this vendor has not. */
  without?: readonly Taken['state'][];
}

const leave = 'leave';

/** What a tester can do, by the state of the payment or refund: as the payer, his bank or the merchant. */
const choices: Readonly<Partial<Record<Taken['state'], Readonly<Record<string, string>>>>> = {
  open: { paid: 'Pay', mispaid: 'Pay another amount', failed: 'Fail', [leave]: 'Leave' },
  paid: { disputed: 'Dispute the payment', refunded: 'Refund it in the vendor’s console' },
  mispaid: { refunded: 'Refund it in the vendor’s console' },
  disputed: { paid: 'Win the dispute' },
};
const refundChoices: Readonly<Record<string, string>> = { done: 'Pay back', failed: 'Fail' };

/** The page where a tester pays or does not, and later disputes or refunds the payment. */
export function servePaymentPage(
  request: SimulatorRequest,
  desk: Desk,
  page: PaymentPage,
): SimulatorAnswer {
  if (request.method !== 'POST') return showPage(desk, page);
  const { taken, isOver, returnUrl } = page;
  const form = new URLSearchParams(request.body);
  const outcome = form.get('outcome') ?? '';
  const refund = openRefunds(desk, taken).find(({ id }) => id === form.get('refund'));
  const allowed = refund ? refundChoices : choicesOf(page);
  if (!Object.hasOwn(allowed, outcome)) return { status: 400, body: '' };
  const wasOpen = taken.state === 'open' && !isOver;
  if (outcome !== leave) desk.decide((refund ?? taken).id, outcome as Taken['state']);
  return redirectTo((wasOpen && returnUrl) || request.url.toString());
}

function choicesOf({ taken, isOver, without = [] }: PaymentPage): Record<string, string> {
  if (taken.state === 'open' && isOver) return {};
  const entries = Object.entries(choices[taken.state] ?? {});
  return Object.fromEntries(
    entries.filter(([state]) => !without.includes(state as Taken['state'])),
  );
}

/** The refunds of a payment that are not carried out yet; their log names the payment by its id. */
function openRefunds(desk: Desk, payment: Taken): Taken[] {
  return desk.taken.filter(
    ({ kind, said, state }) => kind === 'refund' && said.payment === payment.id && state === 'open',
  );
}

function showPage(desk: Desk, page: PaymentPage): SimulatorAnswer {
  const { taken, vendor, amount } = page;
  const buttons = (allowed: Readonly<Record<string, string>>) =>
    Object.entries(allowed).map(
      ([state, title]) => html`<button name="outcome" value="${state}">${title}</button>`,
    );
  const refunds = openRefunds(desk, taken).map(
    ({ id, reference }) => html`<form method="post"><p>Refund ${reference ?? id}</p>
<input type="hidden" name="refund" value="${id}">${buttons(refundChoices)}</form>`,
  );
  return simulatorPage(
    vendor,
    html`<p>This is a simulator on this machine: nobody pays here.</p>
<p>Order ${taken.reference ?? taken.id}: ${amount}, ${taken.state}</p>
<form method="post">${buttons(choicesOf(page))}</form>${refunds}`,
  );
}
