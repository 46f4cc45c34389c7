import { faultOf } from '../db/faults.ts';
import { askAboutSession, expireCheck, withDeadline } from './ask-provider.ts';
import type { CheckPorts } from './check-ports.ts';
import {
  type CheckKey,
  expireIdleChecks,
  forgetPersons,
  listOverdueChecks,
  markErased,
} from './queries.ts';
import { listSessions, takeSilentSessions } from './session-queries.ts';

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
 * Erases what is known of persons when the result's retention is over: here at once, and at the
 * vendor by asking it. A vendor that does not answer is asked again at the next run. Says how many
 * checks are fully erased.
 */
export async function eraseChecks(ports: CheckPorts): Promise<number> {
  const now = ports.clock.databaseNow();
  let total = 0;
  for (;;) {
    const checks = await forgetPersons(ports.pool, ports.settings.resultDays, checksAtOnce, now);
    const erased: CheckKey[] = [];
    for (const check of checks) {
      if (await eraseAtProviders(ports, check)) erased.push(check);
    }
    if (erased.length > 0) await markErased(ports.pool, erased, now);
    total += erased.length;
    // What a vendor did not erase would come again at once, so it waits for the next run.
    if (erased.length < checksAtOnce) return total;
  }
}

async function eraseAtProviders(ports: CheckPorts, check: CheckKey): Promise<boolean> {
  for (const { providerCode, sessionRef } of await listSessions(ports.pool, check)) {
    const provider = ports.providers.get(providerCode);
    try {
      await withDeadline(ports, async (context) => provider?.erase(sessionRef, context));
    } catch (error) {
      ports.log.warn(
        { check: check.checkId, provider: providerCode, fault: faultOf(error) },
        'a provider did not erase a check',
      );
      return false;
    }
  }
  return true;
}
