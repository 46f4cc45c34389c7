import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readableLine } from './readable-log.ts';

test('a line for a terminal is short: time, level, message, and the fields by name', () => {
  let out = '';
  const log = pino({ level: 'info' }, { write: (line) => (out += readableLine(line)) });
  log.info({}, 'stopped');
  log.warn({ job: 'partitions', fault: 'Error, no connection', tries: 3 }, 'job failed');
  const time = String.raw`\d\d:\d\d:\d\d`;
  expect(out).toMatch(
    new RegExp(
      `^${time}  info   stopped\n${time}  warn   job failed  job=partitions  ` +
        'fault="Error, no connection"  tries=3\n$',
    ),
  );
});

test('a field cannot control the terminal', () => {
  const line = JSON.stringify({ level: 40, time: 0, msg: 'x', detail: 'a\u001b[2Jb\nc' });
  expect(readableLine(line)).toMatch(/detail="a\\u001b\[2Jb\\nc"\n$/);
});
