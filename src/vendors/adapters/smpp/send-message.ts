import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer, NotSent } from '../../../foundation/outbound/http-client.ts';
import { failureOf } from '../../providers/open-provider.ts';
import type { Failure, Outcome, TemplateSend } from '../../providers/provider.ts';
import type { CodeMeaning } from '../../providers/vendor.ts';
import { commands } from '../../smpp/pdu.ts';
import { BindRefused } from '../../smpp/smpp-connection.ts';
import { NoTurn, type SmppSession } from '../../smpp/smpp-session.ts';
import { maxParts, type PartReferences, splitText, withHeader } from '../../smpp/split-text.ts';
import { encodeSubmit, readMessageId } from '../../smpp/units.ts';
import { statusCode } from './codes.ts';
import { comparableId } from './receipt-id.ts';
import type { SmppConfig } from './smpp-config.ts';

interface Sending {
  session: SmppSession;
  references: PartReferences;
  config: SmppConfig;
  meaningOf(status: number): CodeMeaning;
}

const maxTries = 4;
const pauseMs = 100;

/** The caller's abort signal, a callback just before the first byte is sent, and one when a response is overdue. */
interface Watch {
  signal: AbortSignal;
  onLeave(): void;
  onOverdue(): void;
}

/**
 * Sends the parts of a text in order. After the first part is accepted, the rest is sent even if the caller
 * gives up, and any failure makes the outcome unknown: part of the message is on its way.
 */
export async function sendMessage(
  sending: Sending,
  { text, to }: Pick<TemplateSend, 'text' | 'to'>,
  watch: Watch,
): Promise<Outcome> {
  const { references, config } = sending;
  const { dataCoding, parts } = splitText(text, config.alphabet);
  if (parts.length > maxParts) {
    return { kind: 'rejected', reason: 'content_refused', detail: `${parts.length} parts` };
  }
  const destination = to.replace('+', '');
  const reference = parts.length > 1 ? references.take(destination) : undefined;
  if (parts.length > 1 && reference === undefined) {
    throw new NotSent('too many long messages are under way to this number');
  }
  const bodies = parts.map((part, i) =>
    encodeSubmit({
      serviceType: config.serviceType,
      source: { ton: config.sourceTon, npi: config.sourceNpi, address: config.source },
      destination: {
        ...{ ton: config.destinationTon, npi: config.destinationNpi, address: destination },
      },
      validityPeriod: validityPeriod(config.validityMinutes),
      dataCoding,
      hasHeader: reference !== undefined,
      octets: reference === undefined ? part : withHeader(part, reference, parts.length, i + 1),
    }),
  );
  try {
    return await submitAll(sending, bodies, watch);
  } finally {
    if (reference !== undefined) references.giveBack(destination, reference);
  }
}

async function submitAll(
  sending: Sending,
  [first, ...rest]: readonly Buffer[],
  watch: Watch,
): Promise<Outcome> {
  const taken = await submit(sending, first as Buffer, watch);
  if (taken.kind !== 'done') return taken;
  const ids = [taken.providerRef];
  for (const body of rest) {
    const next = await submitNext(sending, body, watch);
    if (next.kind !== 'done') {
      return { ...next, kind: 'unknown', detail: `sent in part: ${next.detail}` };
    }
    ids.push(next.providerRef);
  }
  // A part that was accepted without an id gets no receipt; the receipts of the others count for the message.
  const named = ids.filter((id) => id !== '');
  return { kind: 'done', providerRef: named[0] ?? '', partRefs: named.map(comparableId) };
}

/** Sends a later part, with retries while it was certainly not sent or not accepted. */
async function submitNext(
  sending: Sending,
  body: Buffer,
  { onOverdue }: Pick<Watch, 'onOverdue'>,
): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await submit(sending, body, { onOverdue, isContinued: true }).catch(failureOf);
    if (outcome.kind !== 'unavailable' || tries === maxTries) return outcome;
    await sleep(tries * pauseMs);
  }
}

async function submit(
  { session, meaningOf }: Sending,
  body: Buffer,
  options: Partial<Watch> & { isContinued?: true },
): Promise<Outcome> {
  const answer = await session.request(commands.submitSm, body, options).catch(unsent);
  if ('kind' in answer) return answer;
  if (answer.status === 0) return { kind: 'done', providerRef: readMessageId(answer.body) };
  const vendorCode = statusCode(answer.status);
  const [kind, reason] = meaningOf(answer.status);
  return {
    // Only status 0 is an acceptance, whatever a table says.
    kind: kind === 'done' ? 'unknown' : kind,
    reason: reason ?? 'provider_fault',
    ...{ vendorCode, detail: `status ${vendorCode}` },
  };
}

/** Reports a refused bind with the vendor's code, and a rate limit without one: the vendor did not see it. */
function unsent(fault: unknown): Failure {
  if (fault instanceof NoTurn) {
    return { kind: 'unavailable', reason: 'provider_limit', detail: fault.message };
  }
  if (!(fault instanceof BindRefused)) throw fault;
  const vendorCode = statusCode(fault.status);
  return { kind: 'unavailable', reason: 'provider_setup', vendorCode, detail: fault.message };
}

/**
 * Gives up at the signal if the message has left. The sending itself continues. A message that has not left is
 * dropped from its queue by the same signal, and the sending says why it waited there.
 */
export function untilAborted<Value>(
  sending: Promise<Value>,
  signal: AbortSignal,
  hasLeft: () => boolean,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const onAbort = () => {
    if (hasLeft()) reject(new NoAnswer('no answer in time'));
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  sending.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return promise;
}

/** Days, hours and minutes relative to the vendor's clock; empty for no limit. */
function validityPeriod(minutes: number): string {
  if (minutes === 0) return '';
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `0000${two(minutes / 1_440)}${two((minutes / 60) % 24)}${two(minutes % 60)}00000R`;
}
