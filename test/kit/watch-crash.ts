import { closeSync, openSync, readSync } from 'node:fs';
import type { ServerSettings } from '../../src/installation/embedded-postgres/embedded.ts';

/** An installation's log contains no statements; a test's log shows the one a process died in. */
export const tellingSettings: ServerSettings = { log_error_verbosity: 'default' };

const crash = /was terminated by signal/;
const linesKept = 40;

/**
 * Follows PostgreSQL's log, and reports once if a server process crashes. The returned function
 * ends the watch.
 */
export function watchCrash(
  logFile: string,
  onCrash: (tail: string) => void,
  everyMs = 1_000,
): () => void {
  const log = openSync(logFile, 'r');
  const chunk = Buffer.alloc(64 * 1024);
  let lines: string[] = [''];
  const look = () => {
    for (let size = readSync(log, chunk); size > 0; size = readSync(log, chunk)) {
      const text = lines.join('\n') + chunk.toString('utf8', 0, size);
      lines = text.split('\n').slice(-linesKept);
      if (!crash.test(text)) continue;
      clearInterval(timer);
      onCrash(lines.join('\n'));
      return;
    }
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    closeSync(log);
  };
}
