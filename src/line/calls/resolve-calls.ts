import { byOurClock } from '../../foundation/clock.ts';
import type { OutcomeKind } from '../../foundation/contract/products.ts';
import type { Money } from '../../foundation/money.ts';
import { askStatus } from '../../products/messages/ask-status.ts';
import type { StoredMessage } from '../../products/messages/content.ts';
import { withContents } from '../../products/messages/content-queries.ts';
import { receiptOfStatus } from '../../products/messages/receipt-of-status.ts';
import { takeReceipts } from '../../products/messages/receipt-queries.ts';
import { askInQueues } from '../../vendors/providers/ask-provider-in-queue.ts';
import { findReached } from '../../vendors/providers/attempt-queries.ts';
import type { Receipt, StatusItem } from '../../vendors/providers/provider.ts';
import { referenceOf } from '../../vendors/providers/reference.ts';
import { findMessageProvider, messageProviderCodes } from '../../vendors/providers/registry.ts';
import { callDetails } from './call-details.ts';
import type { Line } from './line.ts';
import {
  dropResolved,
  putOnReview,
  sweepAbandoned,
  takeUnresolved,
  type UnresolvedCall,
} from './queries.ts';
import { regionOf } from './region-of.ts';

/** The outcome that the evidence shows, with the evidence. */
interface Finding {
  state: Exclude<OutcomeKind, 'unknown'>;
  providerCode: string;
  providerRef: string | null;
  evidence: string;
  /** What the call costs us, if the provider reports it. */
  cost?: Money | undefined;
  /** The final state of the message, if the provider reports that too. */
  receipt?: Receipt | undefined;
}

/** The ports needed to find the outcome of a call and to settle it. */
export type Resolver = Pick<
  Line,
  'pool' | 'clock' | 'vault' | 'log' | 'registry' | 'settles' | 'deadlines' | 'metrics' | 'settings'
>;

/** An unresolved call with everything needed to ask about it. */
interface Question extends UnresolvedCall, StoredMessage {
  /** The providers that the call may have reached. */
  providerCodes: readonly string[];
}

const never = new AbortController().signal;

/**
 * Ends calls without an outcome: their process died, or their provider did not answer in time. The resolver
 * asks the provider and never guesses; a call that the provider cannot tell about stays held and is asked
 * about again. Returns how many calls were resolved.
 */
export async function resolveCalls(line: Resolver, signal: AbortSignal = never): Promise<number> {
  /**
   * Resolved calls leave the queue in batches. If the process dies first, the calls are only looked at again.
   */
  const ended: UnresolvedCall[] = [];
  let resolved = 0;
  try {
    await askInQueues<Question>({
      signal,
      async take(limit, jammed) {
        await dropResolved(line.pool, ended.splice(0));
        return takeQuestions(line, limit, jammed);
      },
      queueOf: ({ queue }) => queue,
      async ask(call) {
        const isOpen = call.state === 'held' || call.state === 'unknown';
        if (isOpen && !(await resolveCall(line, call))) return;
        if (isOpen) resolved++;
        ended.push(call);
      },
    });
  } finally {
    await dropResolved(line.pool, ended);
  }
  return resolved;
}

async function takeQuestions(
  { pool, clock, registry }: Pick<Line, 'pool' | 'clock' | 'registry'>,
  limit: number,
  jammed: readonly string[],
): Promise<Question[]> {
  // Read our clock before the database's, so that no call seems to have been held later than it was.
  const ours = clock.nowMs();
  const calls = await takeUnresolved(pool, clock.databaseNow(), limit, jammed);
  // A call that does not record its provider may have reached any of them, so all are asked.
  const anyone = messageProviderCodes(registry);
  const reached = await findReached(pool, calls);
  return (await withContents(pool, calls)).map((call) => ({
    ...call,
    heldAt: byOurClock(call.heldAt, { ours, databases: call.takenAt }),
    providerCodes:
      call.queue === 'any'
        ? anyone
        : [...new Set([call.queue, ...(reached.get(call.callId) ?? [])])],
  }));
}

/** Queues the calls whose process died for the resolver, and returns how many there were. */
export async function findAbandoned(
  line: Pick<Line, 'pool' | 'clock' | 'log' | 'settings'>,
  signal: AbortSignal = never,
): Promise<number> {
  let found = 0;
  for (let isBehind = true; isBehind && !signal.aborted; ) {
    const now = line.clock.databaseNow();
    const sweep = await sweepAbandoned(line.pool, now, line.settings.callDeadlineMs);
    found += sweep.abandoned;
    isBehind = sweep.isBehind;
  }
  if (found > 0) line.log.warn({ abandoned: found }, 'calls without an outcome found');
  return found;
}

async function resolveCall(line: Resolver, call: Question): Promise<boolean> {
  const finding = await findOut(line, call);
  if (!finding) {
    if (isPastHorizon(line, call)) await putOnReview(line.pool, call, line.clock.databaseNow());
    return false;
  }
  const { providerCode, receipt } = finding;
  // Store the receipt before the call ends: afterwards the resolver does not ask about its message again.
  if (receipt) await takeReceipts(line.pool, [{ ...receipt, providerCode, isTrusted: true }]);
  const { state } = await line.settles.add({
    accountId: call.accountId,
    mode: call.mode,
    callId: call.callId,
    state: finding.state,
    providerCode,
    providerRef: finding.providerRef,
    evidence: finding.evidence,
    reply: null,
    check: null,
    script: null,
    details: finding.state === 'done' ? doneDetails(line, call, finding) : null,
  });
  // The settle did not apply, for whatever reason: the call is still open, so ask again later.
  if (state === 'held' || state === 'unknown') return false;
  line.metrics.resolved(state);
  line.log.info({ requestId: call.callId, state, evidence: finding.evidence }, 'call resolved');
  return true;
}

/** The same details that are stored for a call whose provider answered at once. */
function doneDetails(
  line: Resolver,
  call: Question,
  { providerCode, providerRef, cost }: Finding,
): string | null {
  const outcome = {
    kind: 'done' as const,
    providerRef: providerRef ?? '',
    ...(cost === undefined ? {} : { cost }),
  };
  return callDetails(
    [{ providerCode, outcome, startedMs: 0, endedMs: 0 }],
    { parts: call.parts, region: regionOf(line.vault, call) },
    findMessageProvider(line.registry, providerCode),
  );
}

/** True when no provider that the call may have reached can report on it any more: the operator must decide. */
function isPastHorizon({ registry, clock }: Resolver, call: Question): boolean {
  const hours = call.providerCodes.map(
    (code) => findMessageProvider(registry, code)?.horizonHours ?? 0,
  );
  const ageMs = clock.nowMs() - call.heldAt.getTime();
  return ageMs > Math.max(0, ...hours) * 3_600_000;
}

/** Undefined while no provider can tell. */
async function findOut(line: Resolver, call: Question): Promise<Finding | undefined> {
  if (call.product === 'face_verify') {
    // The settle inserts the check: without a settle there is no check, and the link was never given out.
    const evidence = 'cut short before the link';
    return {
      state: 'unavailable',
      providerCode: 'none',
      providerRef: null,
      evidence,
    };
  }
  const { messageState, providerRef, providerCodes } = call;
  if (messageState && messageState !== 'accepted' && messageState !== 'rejected') {
    const providerCode = call.saidBy ?? providerCodes[0] ?? 'none';
    const evidence = `receipt: ${messageState}`;
    return { state: 'done', providerCode, providerRef, evidence };
  }
  const findings = await Promise.all(providerCodes.map((code) => askProvider(line, call, code)));
  const sent = findings.find((finding) => finding?.state === 'done');
  if (sent) return sent;
  // If one provider cannot tell, "not found" from the others proves nothing.
  if (findings.includes(undefined)) return undefined;
  return findings.find((finding) => finding?.state === 'rejected') ?? findings[0];
}

async function askProvider(
  line: Resolver,
  call: Question,
  providerCode: string,
): Promise<Finding | undefined> {
  const item = await askStatus(line, call, providerCode);
  return item && findingOf(providerCode, referenceOf(call), item);
}

function findingOf(providerCode: string, reference: string, item: StatusItem): Finding | undefined {
  const { state, providerRef, detail } = item;
  const evidence = `status query: ${detail}`;
  switch (state) {
    case 'unknown':
      return undefined;
    case 'absent':
      return { state: 'unavailable', providerCode, providerRef: null, evidence };
    case 'rejected':
      return { state: 'rejected', providerCode, providerRef, evidence };
    default:
      return {
        state: 'done',
        providerCode,
        providerRef,
        evidence: `status query: ${state}, ${detail}`,
        cost: item.cost,
        receipt: receiptOfStatus(item, { reference }),
      };
  }
}
