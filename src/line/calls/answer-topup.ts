import { hash } from 'node:crypto';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { readBody } from '../../foundation/contract/operations/read-body.ts';
import type { topupOperations } from '../../foundation/contract/operations/topup-operations.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { TopupMethodsResponse, TopupResponse } from '../../foundation/contract/wire/topup.ts';
import { type Money, parseMoney } from '../../foundation/money.ts';
import { beginPayment } from '../../money/payments/begin-payment.ts';
import { showOffer } from '../../money/payments/payment-offer.ts';
import { offersOf } from '../../money/payments/payment-offers.ts';
import { findPayment } from '../../money/payments/payment-queries.ts';
import { showPayment } from '../../money/payments/show-payment.ts';
import type { Principal } from '../callers/principal.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { Line } from './line.ts';
import { isRedirectAllowed } from './prepare-face.ts';

type TopupPorts = Pick<Line, 'payments'>;

export function answerTopup(
  line: TopupPorts,
  caller: Principal,
  operation: keyof typeof topupOperations,
  body: Record<string, unknown>,
  asked: { language: Language; claim: Claim | null },
): Promise<TopupResponse | TopupMethodsResponse> {
  switch (operation) {
    case 'topup_create':
      return createTopup(line, caller, body, asked);
    case 'topup_status':
      return showTopup(line, caller, body);
    case 'topup_methods':
      return listTopupMethods(line, caller, body);
  }
}

/** Begins a payment into the wallet of the key. A repeat finds the payment that the first request began. */
async function createTopup(
  { payments }: TopupPorts,
  caller: Principal,
  body: Record<string, unknown>,
  { language, claim }: { language: Language; claim: Claim | null },
): Promise<TopupResponse> {
  const asked = readBody('topup_create', body);
  const { returnUrl, provider, method, reference = '' } = asked;
  if (!isRedirectAllowed(caller.redirectOrigins, returnUrl)) fail('redirect_not_allowed');
  const amount = parseMoney(asked.amount) as Money;
  const { accountId, mode, keyId } = caller;
  const actor = { kind: 'key', keyId, name: `key ${keyId}` } as const;
  const payment = await beginPayment(
    payments,
    { accountId, mode },
    {
      change: (action, work) => inChange(payments.pool, actor, action, work),
      ...{ amount, provider, method, reference, returnUrl: () => returnUrl, language },
      claimHash: claim && hashOf(claim),
    },
  );
  return showPayment(payment, payments.providers);
}

/** Of key and body: another body under the same key is refused by its first reply, or begins a payment of its own. */
function hashOf(claim: Claim): Buffer {
  return hash('sha256', Buffer.from(claim.keyHash() + claim.bodyHash(), 'hex'), 'buffer');
}

async function showTopup(
  { payments }: TopupPorts,
  { accountId, mode }: Principal,
  body: Record<string, unknown>,
): Promise<TopupResponse> {
  const { paymentId } = readBody('topup_status', body);
  const payment = await findPayment(payments.pool, { accountId, mode }, paymentId);
  return showPayment(payment ?? fail('payment_unknown'), payments.providers);
}

async function listTopupMethods(
  { payments }: TopupPorts,
  { accountId, mode }: Principal,
  body: Record<string, unknown>,
): Promise<TopupMethodsResponse> {
  readBody('topup_methods', body);
  const offers = await offersOf(payments, { accountId, mode });
  return { methods: offers.map(showOffer) };
}
