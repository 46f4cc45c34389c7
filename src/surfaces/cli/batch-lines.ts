interface BatchedLines {
  write(line: string): void;
  /** Writes what is not written yet. */
  flush(): void;
  /** The level of the line that is written next; pino sets it. */
  lastLevel: number;
}

const everyMs = 100;
const longestBatch = 64 * 1024;
/** From this level on (a warning), a line is written at once. */
const urgentLevel = 40;

/**
 * A stream for the log that writes its lines together: a system call for each would cost a busy server more
 * than everything else about its log. A warning is written at once, with everything before it.
 */
export function batchLines(write: (lines: string) => void): BatchedLines {
  let batch = '';
  let timer: NodeJS.Timeout | undefined;
  const lines = {
    // pino sets `lastLevel` for a stream that has this.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      batch += line;
      if (lines.lastLevel >= urgentLevel || batch.length >= longestBatch) lines.flush();
      else timer ??= setTimeout(lines.flush, everyMs).unref();
    },
    flush() {
      clearTimeout(timer);
      timer = undefined;
      if (batch === '') return;
      const whole = batch;
      batch = '';
      write(whole);
    },
  };
  return lines;
}
