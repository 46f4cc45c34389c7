import { paymentOfLine } from '../../../money/bank/line-payment.ts';
import { findInvoicesOf } from '../../../money/invoices/invoice-queries.ts';
import { bankPrefix, paymentPartOf } from '../../../money/ledger/own-references.ts';
import { idOfOrder } from '../../../money/payments/payment.ts';
import { findMethods } from '../../../money/payments/payment-list-queries.ts';
import type { ConsoleContext } from '../kit/console-route.ts';
import type { Movement } from './wallet-contract.ts';

type Papers = Pick<Movement, 'payment' | 'invoice'>;

interface Moved {
  kind: Movement['kind'];
  reference: string | null;
}

/** The payment of which each movement is a part, and the invoice for the money that came in by it. */
export async function readPapers(
  { pool, payments }: Pick<ConsoleContext, 'pool' | 'payments'>,
  accountId: number,
  movements: readonly Moved[],
): Promise<(moved: Moved) => Papers> {
  const ids = movements.flatMap((moved) => partOf(moved)?.paymentId ?? lineOf(moved) ?? []);
  const invoices = await findInvoicesOf(pool, accountId, ids);
  const found = await findMethods(pool, accountId, ids);
  const methods = new Map(found.map((row) => [row.paymentId, row]));
  return (moved) => {
    const part = partOf(moved);
    const row = part && methods.get(part.paymentId);
    const credited = part?.part === 'paid' ? part.paymentId : lineOf(moved);
    const invoice = invoices.get(credited ?? '') ?? null;
    if (!part || !row) return { payment: null, invoice };
    const { providerCode, method } = row;
    const title = payments.providers.get(providerCode)?.methods[method]?.title ?? null;
    return { payment: { ...part, method, title }, invoice };
  };
}

function partOf({ reference }: Moved) {
  const named = paymentPartOf(reference ?? '');
  const paymentId = named && idOfOrder(named.orderNo);
  return paymentId ? { paymentId, part: named.part } : undefined;
}

/** The ID under which documents name the bank line that was credited. */
function lineOf({ kind, reference }: Moved): string | undefined {
  if (kind !== 'top_up' || !reference?.startsWith(bankPrefix)) return undefined;
  return paymentOfLine(Number(reference.slice(bankPrefix.length)));
}
