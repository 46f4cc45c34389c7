import { checkStatus } from '../../foundation/contract/wire/face.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import { setTraceParent } from '../../foundation/outbound/request-trace.ts';
import { sanitize } from '../../foundation/redact.ts';
import { confirmPerson } from '../../vendors/providers/confirm-person.ts';
import type { ProviderContext, SessionResult } from '../../vendors/providers/provider.ts';
import type { CheckPorts } from './check-ports.ts';
import { openCheck } from './check-secrets.ts';
import { type CheckKey, deferExpiry, endCheck, findSealed, findTrace } from './queries.ts';
import { sessionCost } from './session-cost.ts';
import {
  findOpenSessions,
  noteSession,
  type OpenSession,
  takeSessionsToAsk,
} from './session-queries.ts';

/** A caller is waiting for the response, so this timeout is shorter than that of a paid call. */
const longestWaitMs = 5_000;

/** How long after its expiry a check still waits for a provider that does not respond. */
const lastAnswerHours = 6;

/**
 * Queries the provider about the open sessions of a check and stores the results. If the provider does not
 * respond, nothing changes and a later query tries again. Returns the fault of one failed query, or null.
 */
export async function askAboutCheck(
  ports: CheckPorts,
  check: CheckKey,
  everyMs = 1_000,
): Promise<string | null> {
  const sessions = await takeSessionsToAsk(ports.pool, check, everyMs, ports.clock.databaseNow());
  const faults = await Promise.all(sessions.map((session) => askAboutSession(ports, session)));
  return faults.find((fault) => fault !== null) ?? null;
}

/** Handles a vendor's callback: queries the results of the sessions that it names. */
export async function askAboutSessions(
  ports: CheckPorts,
  providerCode: string,
  sessionRefs: readonly string[],
): Promise<void> {
  // A reference with characters that cannot be stored is not ours, and the
  // database would reject the whole list.
  const named = sessionRefs.filter((ref) => sanitize(ref, ref.length) === ref);
  const sessions = await findOpenSessions(ports.pool, providerCode, named);
  await Promise.all(sessions.map((session) => askAboutSession(ports, session)));
}

/** Queries one session. Returns why there is no result, or null. */
export async function askAboutSession(
  ports: CheckPorts,
  session: OpenSession,
): Promise<string | null> {
  const { providerCode, checkId } = session;
  const provider = ports.providers.get(providerCode);
  if (!provider) {
    ports.log.warn(
      { provider: providerCode, requestId: checkId },
      'a check waits for a removed provider',
    );
    return `${providerCode} is gone`;
  }
  const { traceId, traceParent } = await findTrace(ports.pool, checkId);
  let result: SessionResult;
  try {
    result = await withDeadline(
      ports,
      (context) => provider.queryResult(session.sessionRef, context),
      traceParent,
    );
  } catch (error) {
    const fault = faultOf(error);
    ports.log.warn(
      { provider: providerCode, requestId: checkId, traceId, fault },
      'provider did not report the state of a check',
    );
    return `${providerCode} did not say how it stands: ${fault}`;
  }
  // Outside the try: the provider is not silent only because the database is away.
  const said = asKept(await confirmed(ports, session, result));
  const cost = sessionCost(said, provider.costs);
  await noteSession(ports.pool, session, said, cost, ports.clock.databaseNow());
  return null;
}

/**
 * Asks what a session costs that was open when its check ended. Its result decides nothing any more, and a session
 * that is still open at the vendor is over all the same.
 */
export async function askCost(ports: CheckPorts, session: OpenSession): Promise<void> {
  const { providerCode, checkId } = session;
  const provider = ports.providers.get(providerCode);
  if (!provider) return;
  let result: SessionResult;
  try {
    result = await withDeadline(ports, (context) =>
      provider.queryResult(session.sessionRef, context),
    );
  } catch (error) {
    const about = { provider: providerCode, requestId: checkId, fault: faultOf(error) };
    return ports.log.warn(about, 'provider did not report the cost of a check');
  }
  const { state, taskId, cost } = asKept(result);
  const over = {
    state: state === 'open' ? 'expired' : state,
    taskId,
    ...(cost === undefined ? {} : { cost }),
  } as const;
  const costed = sessionCost(over, provider.costs);
  await noteSession(ports.pool, session, over, costed, ports.clock.databaseNow());
}

/** The result as far as it is that of the person of the call. */
async function confirmed(
  ports: CheckPorts,
  check: CheckKey,
  result: SessionResult,
): Promise<SessionResult> {
  if (result.state !== 'passed' || result.compared === 'given') return result;
  const sealed = await findSealed(ports.pool, check);
  // The person is erased only after the check has ended: there is nothing left to decide, only a cost to keep.
  if (!sealed) return { ...result, state: 'expired' };
  return confirmPerson(result, openCheck(ports.vault, check.checkId, sealed));
}

/** The result without characters that cannot be stored. */
function asKept(result: SessionResult): SessionResult {
  const { taskId, vendorCode } = result;
  return {
    ...result,
    taskId: sanitize(taskId),
    ...(vendorCode ? { vendorCode: sanitize(vendorCode) } : {}),
  };
}

/**
 * Ends an overdue check, with the provider's result if there is one, so that a person who finished in the last
 * second still gets it. While the provider does not respond, the check waits a few hours at most.
 */
export async function expireCheck(ports: CheckPorts, check: CheckKey): Promise<void> {
  // An interval of 0 forces this last query, because a recent one may have been too early.
  const fault = await askAboutCheck(ports, check, 0);
  const now = ports.clock.databaseNow();
  if (fault === null) await endCheck(ports.pool, check, checkStatus.expired, now);
  else await deferExpiry(ports.pool, check, fault, lastAnswerHours, now);
}

/** Runs one provider query with a timeout, as part of the trace of the check's call if it has one. */
export async function withDeadline<Answer>(
  ports: CheckPorts,
  ask: (context: ProviderContext) => Promise<Answer>,
  traceParent?: string,
): Promise<Answer> {
  const signal = AbortSignal.timeout(Math.min(ports.settings.providerTimeoutMs, longestWaitMs));
  if (traceParent) setTraceParent(signal, traceParent);
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  // An adapter that throws instead of rejecting must not leave `late` without a listener.
  return Promise.race([(async () => ask({ signal }))(), late]);
}
