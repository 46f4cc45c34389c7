import type { Log } from './log.ts';

/** A log that stays short while the database is away: every job and delivery fails then, several times a second. */
export interface OutageLog extends Log {
  /** Logs the loss once, and then once a minute. */
  lost(fault: string): void;
  /** Logs how long the database was away, if it was. */
  back(): void;
}

const repeatMs = 60_000;

export function createOutageLog(log: Log, now: () => number = () => performance.now()): OutageLog {
  let since: number | undefined;
  let lastSaid = 0;
  let hidden = 0;

  const seconds = () => Math.round((now() - (since ?? now())) / 1_000);
  /** Whether a line only repeats that the database is away. */
  const isRepeat = ({ fault }: { fault?: unknown }) =>
    since !== undefined && awayFault.test(String(fault ?? ''));
  const unlessRepeat =
    (write: Log['warn']): Log['warn'] =>
    (fields, message) => {
      if (isRepeat(fields)) hidden++;
      else write(fields, message);
    };

  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: unlessRepeat((fields, message) => log.warn(fields, message)),
    error: unlessRepeat((fields, message) => log.error(fields, message)),
    lost(fault) {
      if (since === undefined) {
        since = now();
        log.error({ fault }, 'database lost; calls are refused until it is back');
      } else if (now() - lastSaid >= repeatMs) {
        log.error({ fault, seconds: seconds(), hidden }, 'database still away');
      } else return;
      lastSaid = now();
    },
    back() {
      if (since === undefined) return;
      log.info({ seconds: seconds(), hidden }, `database back after ${seconds()} s`);
      since = undefined;
      hidden = 0;
    },
  };
}

/** What `faultOf` says of a database that `isDatabaseAway` calls away. */
const awayFault = /^SQLSTATE (25006|28000|08|53|55|57|58|40|XX)|\bE[A-Z]{3,}$|no connection$/;
