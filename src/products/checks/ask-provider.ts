import { checkStatus } from '../../foundation/contract/wire/face.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import { cleanWords } from '../../foundation/redact.ts';
import type { ProviderContext } from '../../vendors/providers/provider.ts';
import type { CheckPorts } from './check-ports.ts';
import { type CheckKey, deferExpiry, endCheck } from './queries.ts';
import { sessionCost } from './session-cost.ts';
import {
  findOpenSessions,
  noteSession,
  type OpenSession,
  takeSessionsToAsk,
} from './session-queries.ts';

/** Somebody waits for the answer, so it may not take as long as a paid call may. */
const longestWaitMs = 5_000;

/** How long after its time a check still waits for a provider that does not answer. */
const lastAnswerHours = 6;

/**
 * Asks the provider about the open sessions of a check and keeps what it says. A provider that does
 * not answer changes nothing: what is stored stands, and somebody asks again. Says why there was no
 * answer about one of them, or null.
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

/** A vendor called back: these sessions have news, and it is asked for it. */
export async function askAboutSessions(
  ports: CheckPorts,
  providerCode: string,
  sessionRefs: readonly string[],
): Promise<void> {
  // What cannot be stored names no session of ours, and the database would refuse all of them for it.
  const named = sessionRefs.filter((ref) => cleanWords(ref, ref.length) === ref);
  const sessions = await findOpenSessions(ports.pool, providerCode, named);
  await Promise.all(sessions.map((session) => askAboutSession(ports, session)));
}

/** Says why there was no answer, or null. */
export async function askAboutSession(
  ports: CheckPorts,
  session: OpenSession,
): Promise<string | null> {
  const { providerCode, checkId } = session;
  const provider = ports.providers.get(providerCode);
  if (!provider) {
    ports.log.warn({ provider: providerCode }, 'a check waits for a provider that is gone');
    return `${providerCode} is gone`;
  }
  try {
    const result = await withDeadline(ports, (context) =>
      provider.queryResult(session.sessionRef, context),
    );
    const said = {
      ...result,
      taskId: cleanWords(result.taskId),
      ...(result.vendorCode ? { vendorCode: cleanWords(result.vendorCode) } : {}),
    };
    const cost = sessionCost(said, provider.costs);
    await noteSession(ports.pool, session, said, cost, ports.clock.databaseNow());
    return null;
  } catch (error) {
    const fault = faultOf(error);
    ports.log.warn(
      { provider: providerCode, check: checkId, fault },
      'a provider did not say how a check stands',
    );
    return `${providerCode} did not say how it stands: ${fault}`;
  }
}

/**
 * Ends a check that is past its time, with the provider's result if there is one: whoever was at
 * the provider to the last second is not robbed of it. While the provider does not answer the check
 * waits, for some hours at most.
 */
export async function expireCheck(ports: CheckPorts, check: CheckKey): Promise<void> {
  // A question of a moment ago may have come too early, so this last one is always asked.
  const fault = await askAboutCheck(ports, check, 0);
  const now = ports.clock.databaseNow();
  if (fault === null) await endCheck(ports.pool, check, checkStatus.expired, now);
  else await deferExpiry(ports.pool, check, fault, lastAnswerHours, now);
}

/** Runs one question to a provider, and stops waiting when it takes too long. */
export async function withDeadline<Answer>(
  ports: CheckPorts,
  ask: (context: ProviderContext) => Promise<Answer>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(Math.min(ports.settings.providerTimeoutMs, longestWaitMs));
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([ask({ signal }), late]);
}
