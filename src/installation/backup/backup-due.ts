import { inZone } from '../../foundation/contract/text/local-time.ts';

interface LastBackups {
  /** When the last one was proved, on any server. */
  provedAt: Date | null;
  /** When the newest one in the folder was made, proved or not. */
  storedAt: Date | null;
  /** When a run last began, on any server, however it ended. */
  triedAt: Date | null;
}

interface Plan {
  /** `HH:MM` in the time zone. */
  at: string;
  timeZone: string;
}

const minuteMs = 60_000;
const retryMs = 60 * minuteMs;

/**
 * Whether a scheduled backup should begin: there is none since the last time of day that it was due, and the last
 * try was more than an hour ago. A time in the future comes from a clock that was ahead, and counts for nothing.
 */
export function isBackupDue(now: Date, last: LastBackups, { at, timeZone }: Plan): boolean {
  const today = inZone(now, timeZone).toPlainDate();
  // Instants are compared, not times of day: a time that a change of the clocks skips is due after the change.
  const dueOn = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone, plainTime: at }).epochMilliseconds;
  const isLater = dueOn(today) <= now.getTime();
  const dueMs = isLater ? dueOn(today) : dueOn(today.subtract({ days: 1 }));
  const isPast = (date: Date | null) => date !== null && date.getTime() <= now.getTime() + minuteMs;
  const isDone = [last.provedAt, last.storedAt].some(
    (date) => isPast(date) && (date as Date).getTime() >= dueMs,
  );
  const wasTried =
    isPast(last.triedAt) && now.getTime() - (last.triedAt as Date).getTime() < retryMs;
  return !isDone && !wasTried;
}
