import { checkStatus } from '../contract/face.ts';
import { faultOf } from '../db/faults.ts';
import type { ProviderContext } from '../providers/provider.ts';
import { cleanWords } from '../redact.ts';
import type { CheckPorts } from './check-ports.ts';
import { type CheckKey, endCheck } from './queries.ts';
import { noteSession, type OpenSession, takeSessionsToAsk } from './session-queries.ts';

/** Somebody waits for the answer, so it may not take as long as a paid call may. */
const longestWaitMs = 5_000;

/**
 * Asks the provider about the open sessions of a check and keeps what it says. A provider that does
 * not answer changes nothing: what is stored stands, and somebody asks again.
 */
export async function askAboutCheck(
  ports: CheckPorts,
  check: CheckKey,
  everyMs = 1_000,
): Promise<void> {
  const sessions = await takeSessionsToAsk(ports.pool, check, everyMs, ports.clock.databaseNow());
  await Promise.all(sessions.map((session) => askAboutSession(ports, session)));
}

export async function askAboutSession(ports: CheckPorts, session: OpenSession): Promise<void> {
  const provider = ports.providers.get(session.providerCode);
  if (!provider) {
    ports.log.warn({ provider: session.providerCode }, 'a check waits for a provider that is gone');
    return;
  }
  try {
    const result = await withDeadline(ports, (context) =>
      provider.queryResult(session.sessionRef, context),
    );
    const said = { ...result, taskId: cleanWords(result.taskId) };
    await noteSession(ports.pool, session, said, ports.clock.databaseNow());
  } catch (error) {
    ports.log.warn(
      { provider: session.providerCode, check: session.checkId, fault: faultOf(error) },
      'a provider did not say how a check stands',
    );
  }
}

/**
 * Ends a check that is past its time, with the provider's result if there is one: whoever was at
 * the provider to the last second is not robbed of it.
 */
export async function expireCheck(ports: CheckPorts, check: CheckKey): Promise<void> {
  // A question of a moment ago may have come too early, so this last one is always asked.
  await askAboutCheck(ports, check, 0);
  await endCheck(ports.pool, check, checkStatus.expired, ports.clock.databaseNow());
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
