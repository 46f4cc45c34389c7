import { faultOf } from '../../foundation/db/faults.ts';
import { askInQueues } from '../../vendors/providers/ask-provider-in-queue.ts';
import { askAboutSession, askCost, expireCheck, withDeadline } from './ask-provider.ts';
import type { CheckPorts } from './check-ports.ts';
import {
  forgetPersons,
  noErasure,
  noteErasure,
  providerGone,
  takeErasures,
} from './erase-queries.ts';
import { expireIdleChecks, type OverdueCheck, takeOverdueChecks } from './queries.ts';
import { type OpenSession, takeLeftSessions, takeSilentSessions } from './session-queries.ts';

const checksAtOnce = 200;

const never = new AbortController().signal;

/** Ends checks whose link has expired and that have no open session. */
export async function expireChecks(ports: CheckPorts, signal: AbortSignal = never): Promise<void> {
  for (let last = checksAtOnce; last === checksAtOnce && !signal.aborted; ) {
    last = await expireIdleChecks(ports.pool, checksAtOnce, ports.clock.databaseNow());
  }
}

/**
 * Queries the provider one last time about overdue checks with an open session, then ends them. A query takes
 * time, so overdue checks without a session are ended separately and do not wait.
 */
export async function queryOverdueChecks(
  ports: CheckPorts,
  signal: AbortSignal = never,
): Promise<void> {
  await askInQueues<OverdueCheck>({
    signal,
    take: (limit, jammed) =>
      takeOverdueChecks(ports.pool, limit, jammed, ports.clock.databaseNow()),
    queueOf: ({ providerCode }) => providerCode,
    ask: (check) => expireCheck(ports, check),
  });
}

/**
 * Queries sessions whose person never returned, so that the caller still gets a result, and those that their check
 * left behind, so that their cost is kept.
 */
export async function pollSessions(ports: CheckPorts, signal: AbortSignal = never): Promise<void> {
  await askInQueues<OpenSession>({
    signal,
    take: (limit, jammed) =>
      takeSilentSessions(ports.pool, limit, jammed, ports.clock.databaseNow()),
    queueOf: ({ providerCode }) => providerCode,
    ask: (session) => askAboutSession(ports, session),
  });
  await askInQueues<OpenSession>({
    signal,
    take: (limit, jammed) => takeLeftSessions(ports.pool, limit, jammed, ports.clock.databaseNow()),
    queueOf: ({ providerCode }) => providerCode,
    ask: (session) => askCost(ports, session),
  });
}

/**
 * Erases the personal data of checks whose retention has ended, and returns how
 * many. It does not wait for vendors.
 */
export async function forgetChecks(ports: CheckPorts, signal?: AbortSignal): Promise<number> {
  const { pool, clock, settings } = ports;
  let total = 0;
  for (let last = checksAtOnce; last === checksAtOnce && !signal?.aborted; total += last) {
    last = await forgetPersons(pool, settings.resultDays, checksAtOnce, clock.databaseNow());
  }
  return total;
}

/**
 * Asks vendors to erase the sessions of people whose data was erased here, and retries until each
 * vendor confirms. The response is kept as evidence. If the provider was removed, the erasure
 * stays open and `doctor` reports it.
 */
export async function eraseSessions(
  ports: CheckPorts,
  signal: AbortSignal = never,
): Promise<number> {
  let erased = 0;
  await askInQueues<OpenSession>({
    signal,
    take: (limit, jammed) => takeErasures(ports.pool, limit, jammed, ports.clock.databaseNow()),
    queueOf: ({ providerCode }) => providerCode,
    async ask(session) {
      // An erased session has no cost any more.
      if (session.isCostDue) await askCost(ports, session);
      const outcome = await eraseAtProvider(ports, session);
      if (outcome.isErased) erased++;
      await noteErasure(ports.pool, session, outcome, ports.clock.databaseNow());
    },
  });
  return erased;
}

async function eraseAtProvider(ports: CheckPorts, { providerCode, ...session }: OpenSession) {
  const provider = ports.providers.get(providerCode);
  if (!provider) return { answer: providerGone, isErased: false };
  try {
    if (provider.hasNoErasure) return { answer: noErasure, isErased: true };
    await withDeadline(ports, (context) => provider.erase(session.sessionRef, context));
    return { answer: 'erased', isErased: true };
  } catch (error) {
    const fault = faultOf(error);
    const about = { requestId: session.checkId, provider: providerCode, fault };
    ports.log.warn(about, 'provider did not erase a check');
    return { answer: fault, isErased: false };
  }
}
