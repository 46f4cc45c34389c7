import { inChange } from '../../foundation/audit/change-queries.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { PaymentProvider } from '../../vendors/providers/payment.ts';
import { platform } from './apply-report.ts';
import { findListedDays, noteList } from './list-queries.ts';
import type { PaymentPorts } from './payment-ports.ts';

const never = new AbortController().signal;
const hourMs = 3_600_000;
/** A server that was off for a week still sees every day. */
const daysBack = 7;
/** A list is long, and nobody waits for it. */
const longestMs = 120_000;

/** Compares the lists of vendors with our payments, each day once. A vendor that does not answer is asked again. */
export async function compareLists(
  ports: PaymentPorts,
  signal: AbortSignal = never,
): Promise<void> {
  for (const provider of ports.providers.values()) {
    for (const day of await missingDays(ports, provider)) {
      if (signal.aborted) return;
      await compareDay(ports, provider, day, signal);
    }
  }
}

/** The days that the vendor's list has whole and that were not compared, the oldest first. */
async function missingDays(
  { pool, clock }: PaymentPorts,
  { code, list }: PaymentProvider,
): Promise<string[]> {
  if (!list) return [];
  const { timeZone, readyHours } = list;
  const ready = Temporal.Instant.fromEpochMilliseconds(clock.nowMs() - readyHours * hourMs);
  const today = ready.toZonedDateTimeISO(timeZone).toPlainDate();
  const days = Array.from({ length: daysBack }, (_, index) =>
    String(today.subtract({ days: daysBack - index })),
  );
  const listed = await findListedDays(pool, code, days);
  return days.filter((day) => !listed.has(day));
}

async function compareDay(
  { pool, log }: PaymentPorts,
  { code, list }: PaymentProvider,
  day: string,
  signal: AbortSignal,
): Promise<void> {
  if (!list) return;
  try {
    const until = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
    const listed = await list.day(day, { signal: until });
    await inChange(pool, platform, 'payment.reconcile', (by) => noteList(by, code, day, listed));
  } catch (error) {
    log.warn({ provider: code, day, fault: faultOf(error) }, 'a list of payments was not compared');
  }
}
