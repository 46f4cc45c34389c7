import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer, NotSent } from '../../../foundation/outbound/http-client.ts';
import { failureOf } from '../../providers/open-provider.ts';
import type { Failure, Outcome, TemplateSend } from '../../providers/provider.ts';
import { failureByCode } from '../../providers/read-answer.ts';
import { commands } from '../../smpp/pdu.ts';
import { BindRefused } from '../../smpp/smpp-connection.ts';
import type { SmppSession } from '../../smpp/smpp-session.ts';
import { maxParts, type PartReferences, splitText, withHeader } from '../../smpp/split-text.ts';
import { encodeSubmit, readMessageId } from '../../smpp/units.ts';
import { codes, statusCode } from './codes.ts';
import { answerRef, type IdForm } from './read-receipt.ts';
import type { SmppConfig } from './smpp-config.ts';

interface Sending {
  session: SmppSession;
  references: PartReferences;
  config: SmppConfig;
}

const maxTries = 4;
const pauseMs = 100;

/** The caller's abort signal, and a callback just before the first byte is sent. */
interface Watch {
  signal: AbortSignal;
  onLeave(): void;
}

/**
 * Sends the parts of a text in order. After the first part is accepted, the rest is sent even if the caller
 * gives up, and any failure makes the outcome unknown: part of the message is on its way.
 */
export async function sendMessage(
  { session, references, config }: Sending,
  { text, mobile }: Pick<TemplateSend, 'text' | 'mobile'>,
  watch: Watch,
): Promise<Outcome> {
  const { dataCoding, parts } = splitText(text);
  if (parts.length > maxParts) {
    return { kind: 'rejected', reason: 'content_refused', detail: `${parts.length} parts` };
  }
  const destination = mobile.replace('+', '');
  const reference = parts.length > 1 ? references.take(destination) : undefined;
  if (parts.length > 1 && reference === undefined) {
    throw new NotSent('too many long messages are under way to this number');
  }
  const bodies = parts.map((part, i) =>
    encodeSubmit({
      source: { ton: config.sourceTon, npi: config.sourceNpi, address: config.source },
      destination: { ton: 1, npi: 1, address: destination },
      validityPeriod: validityPeriod(config.validityMinutes),
      dataCoding,
      hasHeader: reference !== undefined,
      octets: reference === undefined ? part : withHeader(part, reference, parts.length, i + 1),
    }),
  );
  try {
    return await submitAll(session, bodies, config, watch);
  } finally {
    if (reference !== undefined) references.giveBack(destination, reference);
  }
}

async function submitAll(
  session: SmppSession,
  [first, ...rest]: readonly Buffer[],
  { idForm }: SmppConfig,
  watch: Watch,
): Promise<Outcome> {
  const taken = await submit(session, first as Buffer, idForm, watch);
  if (taken.kind !== 'done' || rest.length === 0) return taken;
  const partRefs = [taken.providerRef];
  for (const body of rest) {
    const next = await submitNext(session, body, idForm);
    if (next.kind !== 'done') {
      return { ...next, kind: 'unknown', detail: `sent in part: ${next.detail}` };
    }
    partRefs.push(next.providerRef);
  }
  return { ...taken, partRefs };
}

/** Sends a later part, with retries while it was certainly not sent or not accepted. */
async function submitNext(session: SmppSession, body: Buffer, idForm: IdForm): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await submit(session, body, idForm).catch(failureOf);
    if (outcome.kind !== 'unavailable' || tries === maxTries) return outcome;
    await sleep(tries * pauseMs);
  }
}

async function submit(
  session: SmppSession,
  body: Buffer,
  idForm: IdForm,
  watch?: Watch,
): Promise<Outcome> {
  const answer = await session.request(commands.submitSm, body, watch).catch(refusedBind);
  if ('kind' in answer) return answer;
  const code = statusCode(answer.status);
  if (answer.status !== 0) return failureByCode(codes, code, `status ${code}`);
  const providerRef = answerRef(readMessageId(answer.body), idForm);
  // The vendor accepted it, but without an id no receipt can refer to it.
  if (!providerRef) return failureByCode({}, code, 'an answer without an id');
  return { kind: 'done', providerRef };
}

/** Reports a refused bind with the vendor's code. */
function refusedBind(fault: unknown): Failure {
  if (!(fault instanceof BindRefused)) throw fault;
  const vendorCode = statusCode(fault.status);
  return { kind: 'unavailable', reason: 'provider_setup', vendorCode, detail: fault.message };
}

/** Gives up at the signal and reports whether the message had left. The sending itself continues. */
export function untilAborted<Value>(
  sending: Promise<Value>,
  signal: AbortSignal,
  hasLeft: () => boolean,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const onAbort = () =>
    reject(hasLeft() ? new NoAnswer('no answer in time') : new NotSent('no bind was free in time'));
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
