/** A line of the log, which is JSON, as a short line for a person at a terminal. */
export function readableLine(json: string): string {
  const { level, time, pid: _pid, hostname: _host, msg, ...fields } = JSON.parse(json);
  const at = new Date(time).toTimeString().slice(0, 8);
  const named = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  return `${[at, levels[level] ?? level, msg, ...named].join('  ')}\n`;
}

const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info ',
  40: 'warn ',
  50: 'error',
  60: 'fatal',
};

function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
}
