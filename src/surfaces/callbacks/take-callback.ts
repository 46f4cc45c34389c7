import { type CellPorts, requireOwnSecret } from '../../foundation/cell/require-own-cell.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { SaidReceipt, TouchedCall } from '../../products/messages/receipt-queries.ts';
import type { ReceiptWriter } from '../../products/messages/receipt-writer.ts';
import type { LiveRegistry } from '../../vendors/providers/live-registry.ts';
import type { Receipt } from '../../vendors/providers/provider.ts';
import { hashCallbackKey } from '../../vendors/providers/provider-settings.ts';
import type { Callback, CallbackAnswer } from '../../vendors/providers/vendor.ts';

/** What callback handling needs. */
export interface CallbackPorts {
  cells: CellPorts;
  providers: Pick<LiveRegistry, 'findByCallback'>;
  receipts: ReceiptWriter;
  /** Makes the resolver ask about these calls now: the receipt may settle a call with an unknown outcome. */
  makeDue(calls: readonly TouchedCall[]): Promise<void>;
  /** Asks the provider for the new state of these sessions. */
  askAboutSessions(providerCode: string, sessionRefs: readonly string[]): Promise<void>;
  /** Asks the provider what became of these payments. */
  askAboutOrders(providerCode: string, orderNos: readonly string[]): Promise<void>;
  log: Log;
}

const notFound: CallbackAnswer = { status: 404, contentType: 'text/plain', body: 'not found\n' };
const refusals = {
  signature: { status: 403, contentType: 'text/plain', body: 'the signature is wrong\n' },
  form: { status: 400, contentType: 'text/plain', body: 'not understood\n' },
} as const;

/**
 * Handles a vendor's callback. It is stored before the vendor gets its acknowledgement. A sender that is not
 * the vendor learns nothing and changes nothing.
 */
export async function takeCallback(
  ports: CallbackPorts,
  callbackKey: string,
  callback: Callback,
): Promise<CallbackAnswer> {
  const provider = ports.providers.findByCallback(hashCallbackKey(callbackKey));
  if (!provider) {
    const unknown = 'route_not_found';
    requireOwnSecret(ports.cells, callbackKey, { field: 'callback URL', unknown });
  }
  if (!provider?.readCallback) return notFound;
  const reading = await provider.readCallback(callback);
  switch (reading.kind) {
    case 'receipts':
      await keepReceipts(ports, provider.code, reading.receipts, reading.isSigned);
      return reading.answer;
    case 'sessions':
      await ports.askAboutSessions(provider.code, reading.sessionRefs);
      return reading.answer;
    case 'orders':
      await ports.askAboutOrders(provider.code, reading.orderNos);
      return reading.answer;
    case 'refused':
      ports.log.warn(
        { provider: provider.code, because: reading.because, detail: reading.detail },
        'callback refused',
      );
      return refusals[reading.because];
  }
}

/** Receipts per stored item. Vendors send up to 100 in one request, and could send thousands. */
const maxBatch = 100;

/** Stores receipts, whatever their source, and makes the resolver look at their calls now. */
export async function keepReceipts(
  { receipts: writer, makeDue }: Pick<CallbackPorts, 'receipts' | 'makeDue'>,
  providerCode: string,
  receipts: readonly Receipt[],
  isSigned: boolean,
): Promise<void> {
  if (receipts.length === 0) return;
  // An unsigned receipt is not proof. If the vendor cannot be queried to confirm it, the operator decides.
  const said: SaidReceipt[] = receipts.map((receipt) => ({
    ...receipt,
    providerCode,
    isTrusted: isSigned,
  }));
  const slices = Array.from({ length: Math.ceil(said.length / maxBatch) }, (_, at) =>
    said.slice(at * maxBatch, (at + 1) * maxBatch),
  );
  const touched = (await Promise.all(slices.map((slice) => writer.add(slice)))).flat();
  if (touched.length > 0) await makeDue(touched);
}
