import { expect, test } from 'vitest';
import { createOutageLog } from './outage-log.ts';

function fixture() {
  const lines: [level: string, fields: object, message: string][] = [];
  const to = (level: string) => (fields: object, message: string) => {
    lines.push([level, fields, message]);
  };
  const log = { debug: to('debug'), info: to('info'), warn: to('warn'), error: to('error') };
  let ms = 0;
  return {
    outage: createOutageLog(log, () => ms),
    lines,
    wait: (seconds: number) => {
      ms += seconds * 1_000;
    },
  };
}

test('logs an outage once, then once a minute, and its duration at the end', () => {
  const { outage, lines, wait } = fixture();
  for (let second = 0; second < 125; second++) {
    outage.lost('Error ECONNREFUSED');
    outage.error({ job: 'partitions', fault: 'Error ECONNREFUSED' }, 'job failed');
    outage.warn({ fault: 'SQLSTATE 57P03, routine x' }, 'deliveries wait for the database');
    wait(1);
  }
  outage.back();
  outage.back();
  const fault = 'Error ECONNREFUSED';
  expect(lines).toEqual([
    ['error', { fault }, 'database lost; calls are refused until it is back'],
    ['error', { fault, seconds: 60, hidden: 120 }, 'database still away'],
    ['error', { fault, seconds: 120, hidden: 240 }, 'database still away'],
    ['info', { seconds: 125, hidden: 250 }, 'database back after 125 s'],
  ]);
});

test('keeps other faults, and everything while the database is there', () => {
  const { outage, lines } = fixture();
  const away = { fault: 'Error, no connection' };
  outage.warn(away, 'first');
  outage.lost('Error');
  outage.warn({ ...away, requestId: 'x' }, 'hidden, about a call');
  outage.error({ fault: 'TypeError' }, 'another fault');
  outage.warn({ wallets: 1 }, 'no fault');
  outage.warn(away, 'hidden');
  outage.back();
  outage.warn(away, 'last');
  expect(lines.map(([, , message]) => message)).toEqual([
    'first',
    'database lost; calls are refused until it is back',
    'another fault',
    'no fault',
    'database back after 0 s',
    'last',
  ]);
});
