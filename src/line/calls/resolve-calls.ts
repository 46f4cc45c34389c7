import { byOurClock } from '../../foundation/clock.ts';
import type { OutcomeKind } from '../../foundation/contract/products.ts';
import type { Money } from '../../foundation/money.ts';
import { askStatus } from '../../products/messages/ask-status.ts';
import type { StoredMessage } from '../../products/messages/content.ts';
import { withContents } from '../../products/messages/content-queries.ts';
import { receiptOfStatus } from '../../products/messages/receipt-of-status.ts';
import { takeReceipts } from '../../products/messages/receipt-queries.ts';
import { askInLanes } from '../../vendors/providers/ask-in-lanes.ts';
import { findReached } from '../../vendors/providers/attempt-queries.ts';
import type { Receipt, StatusItem } from '../../vendors/providers/provider.ts';
import { referenceOf } from '../../vendors/providers/reference.ts';
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

/** What the evidence says of a call, and the evidence. */
interface Finding {
  state: Exclude<OutcomeKind, 'unknown'>;
  providerCode: string;
  providerRef: string | null;
  evidence: string;
  /** What it costs us, where the provider says so. */
  cost?: Money | undefined;
  /** How the message ended, where the provider says that too. */
  receipt?: Receipt | undefined;
}

/** What it takes to find out about a call, and to end it. */
export type Resolver = Pick<
  Line,
  'pool' | 'clock' | 'vault' | 'log' | 'registry' | 'settles' | 'deadlines' | 'metrics' | 'settings'
>;

/** A call with whatever it takes to ask about it. */
interface Question extends UnresolvedCall, StoredMessage {
  /** Whom the call may have reached. */
  providerCodes: readonly string[];
}

const never = new AbortController().signal;

/**
 * Ends calls that have no outcome: those whose process died, and those whose provider did not answer
 * in time. The provider is asked, never guessed at; a call of which it cannot tell stays held and is
 * asked about again. Says how many were resolved.
 */
export async function resolveCalls(line: Resolver, signal: AbortSignal = never): Promise<number> {
  /** What has its outcome is struck off the list many at a time; a process that dies loses nothing. */
  const ended: UnresolvedCall[] = [];
  let resolved = 0;
  try {
    await askInLanes<Question>({
      signal,
      async take(most, jammed) {
        await dropResolved(line.pool, ended.splice(0));
        return takeQuestions(line, most, jammed);
      },
      laneOf: ({ lane }) => lane,
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
  most: number,
  jammed: readonly string[],
): Promise<Question[]> {
  // Before the database says its own, so that nothing seems to have been held later than it was.
  const ours = clock.nowMs();
  const calls = await takeUnresolved(pool, clock.databaseNow(), most, jammed);
  // A call that does not say whom it asked may have gone to any of them, so every one is asked.
  const anyone = [...registry.sms.keys()];
  const reached = await findReached(pool, calls);
  return (await withContents(pool, calls)).map((call) => ({
    ...call,
    heldAt: byOurClock(call.heldAt, { ours, databases: call.takenAt }),
    providerCodes:
      call.lane === 'any' ? anyone : [...new Set([call.lane, ...(reached.get(call.callId) ?? [])])],
  }));
}

/** Puts the calls whose process died among those to resolve, and says how many there were. */
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
  // Before the call ends: afterwards nobody would ask again how its message did.
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
  // Whatever kept the settle from it: a call that is still open is asked about again.
  if (state === 'held' || state === 'unknown') return false;
  line.metrics.resolved(state);
  line.log.info({ callId: call.callId, state, evidence: finding.evidence }, 'call resolved');
  return true;
}

/** What is kept of a call that was carried out, as if its provider had answered at once. */
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
    line.registry.sms.get(providerCode),
  );
}

/** Nobody it may have reached can tell any more: only the operator can find out. */
function isPastHorizon({ registry, clock }: Resolver, call: Question): boolean {
  const hours = call.providerCodes.map((code) => registry.sms.get(code)?.horizonHours ?? 0);
  const ageMs = clock.nowMs() - call.heldAt.getTime();
  return ageMs > Math.max(0, ...hours) * 3_600_000;
}

/** Undefined while nobody can tell. */
async function findOut(line: Resolver, call: Question): Promise<Finding | undefined> {
  if (call.product === 'face_verify') {
    // The check is recorded together with the settle: no settle, no check, and nobody has the link.
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
  // As long as one of them cannot tell, the others' not having it proves nothing.
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
