import type { StatusItem } from '../../providers/provider.ts';
import { commands } from '../../smpp/pdu.ts';
import type { SmppSession } from '../../smpp/smpp-session.ts';
import { encodeQuery, readQueried } from '../../smpp/units.ts';
import { receiptCodes, stateWords, statusCode } from './codes.ts';
import { readSmppTime } from './read-receipt.ts';
import type { SmppConfig } from './smpp-config.ts';

/** Queries one part. Many vendors do not support this, and then the state stays unknown. */
export async function queryPart(
  session: SmppSession,
  { sourceTon, sourceNpi, source }: SmppConfig,
  providerRef: string,
  { signal, now }: { signal: AbortSignal; now: Date },
): Promise<StatusItem> {
  const body = encodeQuery(providerRef, { ton: sourceTon, npi: sourceNpi, address: source });
  const answer = await session.request(commands.querySm, body, { signal });
  if (answer.status !== 0) {
    const vendorCode = statusCode(answer.status);
    return { state: 'unknown', providerRef, vendorCode, detail: `status ${vendorCode}`, at: now };
  }
  const { messageState, errorCode, finalDate } = readQueried(answer.body);
  const vendorCode = stateWords[messageState] ?? String(messageState);
  const [state, reason] = receiptCodes[vendorCode] ?? ['unknown', null];
  return {
    // The vendor's `UNKNOWN` does not prove that the message was sent.
    state: vendorCode === 'UNKNOWN' ? 'unknown' : state,
    ...{ providerRef, vendorCode },
    ...(reason ? { reason } : {}),
    detail: errorCode > 0 ? `${vendorCode} err:${errorCode}` : vendorCode,
    at: readSmppTime(finalDate) ?? now,
  };
}

/** Worst first: a message has the state of its worst part. */
const ranks: readonly StatusItem['state'][] = [
  'rejected',
  'undelivered',
  'expired',
  'unknown',
  'sent',
  'delivered',
];

export function worstOf(items: readonly StatusItem[]): StatusItem | undefined {
  return items.toSorted((a, b) => ranks.indexOf(a.state) - ranks.indexOf(b.state))[0];
}
