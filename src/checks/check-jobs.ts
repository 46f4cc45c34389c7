import { faultOf } from '../db/faults.ts';
import { askInLanes } from '../providers/ask-in-lanes.ts';
import { askAboutSession, expireCheck, withDeadline } from './ask-provider.ts';
import type { CheckPorts } from './check-ports.ts';
import { forgetPersons, noteErasure, providerGone, takeErasures } from './erase-queries.ts';
import { expireIdleChecks, listOverdueChecks } from './queries.ts';
import { type OpenSession, takeSilentSessions } from './session-queries.ts';

const checksAtOnce = 200;
const sessionsAtOnce = 50;

/**
 * Ends checks whose link has lived its life; true when there may be more at once. Those with an
 * open session take the time of a question to the provider, so they follow those without.
 */
export async function expireChecks(ports: CheckPorts): Promise<boolean> {
  const now = ports.clock.databaseNow();
  const idle = await expireIdleChecks(ports.pool, checksAtOnce, now);
  const overdue = await listOverdueChecks(ports.pool, sessionsAtOnce, now);
  await Promise.all(overdue.map((check) => expireCheck(ports, check)));
  return idle === checksAtOnce || overdue.length === sessionsAtOnce;
}

/**
 * Asks providers about sessions whose person never came back, so that the caller gets a result all
 * the same. Says how many it asked about.
 */
export async function pollSessions(ports: CheckPorts): Promise<number> {
  const sessions = await takeSilentSessions(ports.pool, sessionsAtOnce, ports.clock.databaseNow());
  await Promise.all(sessions.map((session) => askAboutSession(ports, session)));
  return sessions.length;
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

const never = new AbortController().signal;

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
