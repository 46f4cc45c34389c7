import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { closeInOrder } from './close-in-order.ts';

let order: string[];
beforeEach(() => {
  order = [];
});

/** Closes a platform whose parts record when they are closed, and take their time. */
async function close(graceMs: number, timeOf: (part: string) => Promise<unknown>): Promise<void> {
  const end = (part: string) => {
    order.push(part);
    return timeOf(part).then(() => order.push(`${part} ended`));
  };
  const line = {
    settles: { drained: () => end('settles') },
    deadlines: { close: () => void order.push('deadlines') },
    replyDeadlines: { close() {} },
    refused: { note() {}, async close() {} },
  };
  await closeInOrder(graceMs, line as never, {
    workers: [{ stop: () => end('worker') }],
    servers: [{ close: (given) => end(`server, within ${given} ms`) }],
    outsiders: [{ close: () => end('outsider') }],
    database: () => [end('database')],
  });
}

const inOrder = [
  ...['worker', 'server, within 60000 ms', 'settles', 'deadlines', 'outsider', 'database'],
];

test('closes workers first, then what they use, each after the one before has closed', async () => {
  await close(60_000, () => sleep(5));
  expect(order.filter((part) => !part.endsWith('ended'))).toEqual(inOrder);
  const endOf = (part: string) => order.indexOf(`${part} ended`);
  expect(endOf('server, within 60000 ms')).toBeLessThan(order.indexOf('settles'));
  expect(endOf('settles')).toBeLessThan(order.indexOf('deadlines'));
  expect(endOf('outsider')).toBeLessThan(order.indexOf('database'));
  expect(order.at(-1)).toBe('database ended');
});

test('cuts off what does not close within the grace, and still closes everything after it', async () => {
  const startedMs = performance.now();
  await close(50, () => new Promise(() => {}));
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(order).toEqual(['worker', 'server, within 50 ms', ...inOrder.slice(2)]);
});

test('leaves the database a moment to close cleanly even without any grace', async () => {
  await close(0, (part) => sleep(part === 'database' ? 50 : 0));
  expect(order.at(-1)).toBe('database ended');
});
