import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWebhook } from '../../../sdk/src/verify-webhook.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { startProgram } from './run-program.ts';

const main = join(import.meta.dirname, '../../../src/main.ts');
const empty = mkdtempSync(join(tmpdir(), 'countersign-listen-'));
let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(async () => {
  await fixture.close();
  rmSync(empty, { recursive: true, force: true });
});

const command = (...words: string[]) =>
  startProgram(process.execPath, [main, 'listen', ...words], {
    cwd: empty,
    env: { DATA_DIR: join(empty, 'data') },
  });

test('the listen command forwards events, and prints their signing secret as JSON', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ headers: request.headers, body });
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const where = ['--platform', fixture.url, '--key', fixture.apiKey];
  const program = command(`${port}/hooks`, '--events', 'sms.delivered', ...where, '--json');
  try {
    await expect.poll(program.output).toMatch(/whsec_[^"]+/);
    const { forwardTo, secret } = JSON.parse(program.output());
    expect(forwardTo).toBe(`http://127.0.0.1:${port}/hooks`);
    await fixture.call('sms_code', { mobile: '13800000000', code: '482913' });
    await fixture.fireReceipts(5_000);
    await expect.poll(() => received.length).toBeGreaterThan(0);
    const [first] = received;
    const event = await verifyWebhook(first?.headers ?? {}, first?.body ?? '', secret);
    expect(event.type).toBe('sms.delivered');
    await expect.poll(program.output).toContain('-> 204');
  } finally {
    program.end();
    expect(await program.ended, program.output()).toBe(0);
    receiver.close();
  }
});

test.each([
  [[], 'Give a test key with --key'],
  [['--key', 'cs_test_nobody'], 'API key'],
])('exits with a message without a valid key: %j', async (words, says) => {
  const program = command('3000', '--platform', fixture.url, ...words);
  expect(await program.ended, program.output()).toBe(1);
  expect(program.output()).toContain(says);
});
