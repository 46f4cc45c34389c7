import type { OutcomeKind } from '../contract/products.ts';
import { faultOf } from '../db/faults.ts';
import { openMessage } from '../messages/content.ts';
import type { StatusItem } from '../providers/provider.ts';
import { listProviders } from '../providers/queries.ts';
import { cleanWords, messageValues, redact } from '../redact.ts';
import type { Line } from './line.ts';
import { dropResolved, sweepAbandoned, takeUnresolved, type UnresolvedCall } from './queries.ts';

/** What the evidence says of a call, and the evidence. */
interface Finding {
  state: Exclude<OutcomeKind, 'unknown'>;
  providerCode: string;
  providerRef: string | null;
  evidence: string;
}

/** What it takes to find out about a call, and to end it. */
export type Resolver = Pick<
  Line,
  'pool' | 'clock' | 'vault' | 'log' | 'registry' | 'settles' | 'metrics' | 'settings'
>;

const atOnce = 100;

/**
 * Ends calls that have no outcome: those whose process died, and those whose provider did not answer
 * in time. The provider is asked, never guessed at; a call of which it cannot tell stays held and is
 * asked about again. Says how many were resolved.
 */
export async function resolveCalls(line: Resolver): Promise<number> {
  const now = line.clock.databaseNow();
  let resolved = 0;
  for (const call of await takeUnresolved(line.pool, now, atOnce)) {
    if (await resolveCall(line, call)) resolved++;
  }
  return resolved;
}

/** Puts the calls whose process died among those to resolve, and says how many there were. */
export async function findAbandoned(
  line: Pick<Line, 'pool' | 'clock' | 'log' | 'settings'>,
): Promise<number> {
  let found = 0;
  for (let isBehind = true; isBehind; ) {
    const now = line.clock.databaseNow();
    const sweep = await sweepAbandoned(line.pool, now, line.settings.callDeadlineMs);
    found += sweep.abandoned;
    isBehind = sweep.isBehind;
  }
  if (found > 0) line.log.warn({ abandoned: found }, 'calls without an outcome found');
  return found;
}

async function resolveCall(line: Resolver, call: UnresolvedCall): Promise<boolean> {
  if (call.state !== 'held' && call.state !== 'unknown') {
    await dropResolved(line.pool, call.accountId, call.callId);
    return false;
  }
  const finding = await findOut(line, call);
  if (!finding) return false;
  const { state } = await line.settles.add({
    accountId: call.accountId,
    mode: call.mode,
    callId: call.callId,
    state: finding.state,
    providerCode: finding.providerCode,
    providerRef: finding.providerRef,
    evidence: finding.evidence,
    reply: null,
    check: null,
    script: null,
  });
  await dropResolved(line.pool, call.accountId, call.callId);
  line.metrics.resolved(state);
  line.log.info({ callId: call.callId, state, evidence: finding.evidence }, 'call resolved');
  return true;
}

/** Undefined while nobody can tell. */
async function findOut(line: Resolver, call: UnresolvedCall): Promise<Finding | undefined> {
  if (call.product === 'face_verify') {
    // The check is recorded together with the settle: no settle, no check, and nobody has the link.
    const evidence = 'cut short before the link';
    return { state: 'unavailable', providerCode: 'none', providerRef: null, evidence };
  }
  const providerCodes = await providersOf(line, call);
  const { messageState, providerRef } = call;
  if (messageState && messageState !== 'accepted' && messageState !== 'rejected') {
    const providerCode = providerCodes[0] ?? 'none';
    return { state: 'done', providerCode, providerRef, evidence: `receipt: ${messageState}` };
  }
  const findings = await Promise.all(providerCodes.map((code) => askProvider(line, call, code)));
  const sent = findings.find((finding) => finding?.state === 'done');
  if (sent) return sent;
  // As long as one of them cannot tell, the others' not having it proves nothing.
  if (findings.includes(undefined)) return undefined;
  return findings.find((finding) => finding?.state === 'rejected') ?? findings[0];
}

/**
 * Whom the call may have reached. One whose process died does not say whom it asked, and may have
 * gone on to any provider, so every one that can serve is asked.
 */
async function providersOf({ pool }: Pick<Line, 'pool'>, call: UnresolvedCall): Promise<string[]> {
  if (call.providerCode) return [call.providerCode];
  if (call.mode === 'test') return ['sandbox'];
  const listed = await listProviders(pool);
  return listed
    .filter(({ kind, isOn, isConfigured }) => kind === 'sms' && (isOn || isConfigured))
    .map(({ providerCode }) => providerCode);
}

async function askProvider(
  line: Pick<Line, 'registry' | 'vault' | 'settings' | 'log'>,
  call: UnresolvedCall,
  providerCode: string,
): Promise<Finding | undefined> {
  const provider = line.registry.sms.get(providerCode);
  if (!provider) return undefined;
  const { callId, providerRef, heldAt } = call;
  try {
    const { asSent, e164, text } = openMessage(line.vault, call);
    const item = await provider.queryStatus(
      { callId, mobile: e164, providerRef, heldAt },
      { signal: AbortSignal.timeout(line.settings.providerTimeoutMs) },
    );
    const detail = redact(item.detail, messageValues(asSent, e164, text));
    return findingOf(providerCode, { ...item, detail, providerRef: cleanWords(item.providerRef) });
  } catch (error) {
    line.log.warn({ callId, fault: faultOf(error) }, 'status query failed');
    return undefined;
  }
}

function findingOf(
  providerCode: string,
  { state, providerRef, detail }: StatusItem,
): Finding | undefined {
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
      };
  }
}
