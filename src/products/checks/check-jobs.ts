import { faultOf } from '../../foundation/db/faults.ts';
import { askInLanes } from '../../vendors/providers/ask-in-lanes.ts';
import { askAboutSession, expireCheck, withDeadline } from './ask-provider.ts';
import type { CheckPorts } from './check-ports.ts';
import { forgetPersons, noteErasure, providerGone, takeErasures } from './erase-queries.ts';
import { expireIdleChecks, type OverdueCheck, takeOverdueChecks } from './queries.ts';
import { type OpenSession, takeSilentSessions } from './session-queries.ts';

const checksAtOnce = 200;

const never = new AbortController().signal;

/** Ends checks whose link has lived its life and of which no provider knows more than we do. */
export async function expireChecks(ports: CheckPorts, signal: AbortSignal = never): Promise<void> {
  for (let last = checksAtOnce; last === checksAtOnce && !signal.aborted; ) {
    last = await expireIdleChecks(ports.pool, checksAtOnce, ports.clock.databaseNow());
  }
}

/**
 * Asks the provider a last time about checks past their time that have an open session, and ends them.
 * That takes the time of a question, so those without one do not wait for them.
 */
export async function askLastTime(ports: CheckPorts, signal: AbortSignal = never): Promise<void> {
  await askInLanes<OverdueCheck>({
    signal,
    take: (most, jammed) => takeOverdueChecks(ports.pool, most, jammed, ports.clock.databaseNow()),
    laneOf: ({ providerCode }) => providerCode,
    ask: (check) => expireCheck(ports, check),
  });
}

/**
 * Asks providers about sessions whose person never came back, so that the caller gets a result all
 * the same.
 */
export async function pollSessions(ports: CheckPorts, signal: AbortSignal = never): Promise<void> {
  await askInLanes<OpenSession>({
    signal,
    take: (most, jammed) => takeSilentSessions(ports.pool, most, jammed, ports.clock.databaseNow()),
    laneOf: ({ providerCode }) => providerCode,
    ask: (session) => askAboutSession(ports, session),
  });
}

/**
 * Forgets the persons of checks whose result is past its retention. Says how many; it does not wait for
 * any vendor.
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
 * Asks vendors to forget the sessions of persons who were forgotten here, each until it says that it has.
 * What it said is kept as evidence. A provider that is gone has erased nothing: it stays open, for
 * whoever can ask it, and `doctor` shows it.
 */
export async function eraseSessions(
  ports: CheckPorts,
  signal: AbortSignal = never,
): Promise<number> {
  let erased = 0;
  await askInLanes<OpenSession>({
    signal,
    take: (most, jammed) => takeErasures(ports.pool, most, jammed, ports.clock.databaseNow()),
    laneOf: ({ providerCode }) => providerCode,
    async ask(session) {
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
    await withDeadline(ports, (context) => provider.erase(session.sessionRef, context));
    return { answer: 'erased', isErased: true };
  } catch (error) {
    const fault = faultOf(error);
    const about = { check: session.checkId, provider: providerCode, fault };
    ports.log.warn(about, 'a provider did not erase a check');
    return { answer: fault, isErased: false };
  }
}
