import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import type { SaidReceipt } from './receipt-queries.ts';
import { createReceiptWriter } from './receipt-writer.ts';

afterEach(() => void vi.useRealTimers());

const said = (providerRef: string): SaidReceipt => ({
  ...{ providerRef, providerCode: 'mine', isTrusted: true },
  ...{ state: 'delivered', vendorCode: 'OK', detail: '', at: new Date() },
});

test('a row that the database rejects does not keep other callbacks from being stored', async () => {
  const written: string[] = [];
  const query = async ({ values }: { values: unknown[] }) => {
    const text = JSON.stringify(values);
    if (text.includes('odd')) throw Object.assign(new Error('odd'), { code: '22021' });
    written.push(text);
    return { rows: [] };
  };
  const writer = createReceiptWriter({ query } as unknown as Pool);
  const asked = ['first', 'odd', 'good'].map((ref) => writer.add([said(ref)]));
  const ended = await Promise.allSettled(asked);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(written.join()).toMatch(/first.*good/s);
});

test('a callback that waited ten seconds is told to retry in five', async () => {
  vi.useFakeTimers();
  const query = () => new Promise(() => {});
  const writer = createReceiptWriter({ query } as unknown as Pool);
  void writer.add([said('first')]);
  await vi.advanceTimersByTimeAsync(1);
  const waiting = writer.add([said('second')]).catch((fault: unknown) => fault);
  let fault: unknown;
  void waiting.then((reported) => {
    fault = reported;
  });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(fault).toBeUndefined();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(fault).toMatchObject({ reason: 'overloaded', headers: { 'retry-after': '5' } });
});
