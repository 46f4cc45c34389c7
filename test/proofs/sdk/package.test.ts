import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../../sdk/src/verify-webhook.ts';
import { exampleEvent } from '../../../src/foundation/contract/wire/event-schemas.ts';
import { agreement } from '../../kit/check-fixture.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { freePort } from '../../kit/free-port.ts';
import { publint, typeJudge } from '../../reference-clients/packages.ts';
import { isInstalled, runProgram, startProgram } from './run-program.ts';

const root = join(import.meta.dirname, '../../..');
const sdk = join(root, 'sdk');
const project = mkdtempSync(join(tmpdir(), 'countersign-sdk-'));
const installed = join(project, 'node_modules/countersign-sdk');
let fixture: Fixture;

/** As a customer gets it: packed, and installed offline into an empty project. */
beforeAll(async () => {
  fixture = await createFixture();
  await runProgram('npm', ['run', '--silent', 'sdk', '--', project], { cwd: root });
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  const file = `./countersign-sdk-${manifest(sdk).version}.tgz`;
  const quiet = ['--offline', '--no-audit', '--no-fund', '--silent'];
  await runProgram('npm', ['install', ...quiet, file], { cwd: project });
});
afterAll(async () => {
  rmSync(project, { recursive: true, force: true });
  await fixture.close();
});

function manifest(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** The platform's Node, and the oldest one that the package supports, if it is installed. */
const nodes = [
  { name: 'the pinned Node', node: process.execPath, isThere: true },
  { name: 'the Node of the system', node: 'node', isThere: isInstalled('node') },
];

const access = () => ({ COUNTERSIGN_URL: fixture.url, COUNTERSIGN_API_KEY: fixture.apiKey });

describe('the package', () => {
  test('has the platform’s version and no dependencies', () => {
    const { version, dependencies } = manifest(installed);
    expect(version).toBe(manifest(root).version);
    expect(dependencies).toBeUndefined();
    expect(manifest(project).dependencies).toHaveProperty('countersign-sdk');
  });

  test('is at most 12 kB minified', async () => {
    const input = join(installed, 'dist/countersign-sdk.js');
    const bundle = await rolldown({ input });
    const { output } = await bundle.generate({ minify: true });
    const bytes = Buffer.byteLength(output[0].code);
    expect(output.length).toBe(1);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(12_000);
  });

  test('uses no runtime-specific API, except in the program', () => {
    const code = readFileSync(join(installed, 'dist/send-call.js'), 'utf8');
    expect(code).toContain('fetch');
    for (const file of ['countersign-sdk', 'create-countersign', 'send-call', 'verify-webhook']) {
      const text = readFileSync(join(installed, `dist/${file}.js`), 'utf8');
      expect(text).not.toMatch(/from 'node:|\bprocess\.|\brequire\(|\bBuffer\b/);
    }
  });

  test('is typed strictly: correct code compiles, and wrong code does not', async () => {
    const good = join(project, 'good.ts');
    writeFileSync(good, goodTypes);
    const wrong = wrongTypes.map((line) => `${typesHead}// @ts-expect-error\n${line}\n`);
    const files = wrong.map((text, index) => {
      const file = join(project, `wrong-${index}.ts`);
      writeFileSync(file, text);
      return file;
    });
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const rules = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext'];
    const words = [tsc, ...rules, '--lib', 'es2022,dom', '--types', '', good, ...files];
    expect(await runProgram(process.execPath, words, { cwd: project })).toBe('');
  });
});

describe('the packed file', () => {
  const packed = () => readFileSync(join(project, `countersign-sdk-${manifest(sdk).version}.tgz`));

  test('resolves with its types for ES modules, CommonJS, bundlers and old resolution', async () => {
    const { checkPackage, createPackageFromTarballData } = typeJudge;
    const verdict = await checkPackage(createPackageFromTarballData(packed()));
    expect(verdict).toMatchObject({ packageName: 'countersign-sdk', problems: [] });
  });

  test('follows the rules of packages', async () => {
    const { buffer, byteOffset, byteLength } = packed();
    const tarball = buffer.slice(byteOffset, byteOffset + byteLength);
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  test('is loaded by require', async () => {
    const program = "console.log(Object.keys(require('countersign-sdk')).sort().join())";
    const flags = ['--no-experimental-require-module', '--input-type=commonjs', '-e', program];
    const output = await runProgram(process.execPath, flags, { cwd: project });
    expect(output.trim()).toBe('CountersignError,createCountersign,verifyWebhook');
  });

  test('lets the examples of the README compile under strict rules', async () => {
    const files = programs.map(({ code }, index) => {
      const file = join(project, `strict-${index}.ts`);
      writeFileSync(file, code);
      return file;
    });
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const rules = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext'];
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
    const words = [tsc, ...rules, ...types, '--skipLibCheck', ...files];
    expect(await runProgram(process.execPath, words, { cwd: project })).toBe('');
  });
});

const typesHead = `import { createCountersign, CountersignError, verifyWebhook } from 'countersign-sdk';
const countersign = createCountersign({ baseUrl: 'http://127.0.0.1', apiKey: 'x' });
declare const error: CountersignError;
`;
const goodTypes = `${typesHead}
export async function play(): Promise<string> {
  const { data } = await countersign.faceRecheck({ authToken: 'fv_x' });
  const status: 0 | 1 | 2 | 3 | 4 = data.status;
  await countersign.smsNotice({ mobile: '1', content: 'x', orderNo: 5 });
  await countersign.balance();
  const event = await verifyWebhook(new Headers(), '', ['whsec_x']);
  if (event.type === 'balance.low') return event.data.threshold;
  if (error.reason === 'balance_too_low') return String(error.retryAfter ?? status);
  return error.details.map(({ field }) => field).join();
}
`;
const wrongTypes = [
  "countersign.smsCode({ mobile: '1' });",
  "countersign.faceVerify({ name: 'x', cardNo: 5 });",
  "error.reason === 'no_such_reason';",
  "verifyWebhook({}, '', 'x').then((event) => event.type === 'sms.lost');",
];

/** The README's programs in order, with the output that each claims. */
const readme = readFileSync(join(sdk, 'README.md'), 'utf8');
const programs = [...readme.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => ({
  code,
  prints: [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line as string),
}));

describe.each(nodes)('the examples of the README, on $name', ({ node, isThere }) => {
  const start = (index: number, env: Record<string, string> = {}) => {
    const file = join(project, `example-${index}.js`);
    mkdirSync(project, { recursive: true });
    writeFileSync(file, programs[index]?.code ?? '');
    return startProgram(node, [file], { cwd: project, env: { ...access(), ...env } });
  };

  test.skipIf(!isThere).each([0, 2, 3])(
    'number %i prints what it says (skipped without such a Node)',
    async (index) => {
      const program = start(index);
      if (index === 0) await untilAccepted(program);
      expect(await program.ended, program.output()).toBe(0);
      expect(program.output().trim().split('\n')).toEqual(programs[index]?.prints);
    },
  );

  /** The receipt comes a second later, by a job that the tests do not run. */
  async function untilAccepted(program: { output(): string }) {
    await expect.poll(program.output).toContain('accepted');
    await fixture.fireReceipts(5_000);
  }

  test.skipIf(!isThere)('the face check ends when the person has done it', async () => {
    const program = start(1);
    await expect.poll(program.output).toMatch(/open \S+\n/);
    const path = new URL(/open (\S+)/.exec(program.output())?.[1] as string).pathname;
    const fromPage = { 'sec-fetch-site': 'same-origin' };
    await fixture.call(`${path}/consent`, agreement, fromPage);
    const session = await fixture.call(`${path}/session`, {}, fromPage);
    const { url } = session.body as unknown as { url: string };
    await fixture.call(`${new URL(url).pathname}/outcome`, { outcome: 'passed' }, fromPage);
    expect(await program.ended, program.output()).toBe(0);
    expect(program.output().trim().split('\n').at(-1)).toBe(programs[1]?.prints.at(-1));
  });

  test.skipIf(!isThere)('the receiver accepts signed deliveries and nothing else', async () => {
    const secret = Buffer.alloc(32, 5);
    const port = String(await freePort());
    const program = start(4, {
      PORT: port,
      COUNTERSIGN_WEBHOOK_SECRET: `whsec_${secret.toString('base64')}`,
    });
    try {
      await expect.poll(program.output).toContain('listening');
      const body = JSON.stringify(exampleEvent('sms.failed'));
      const stamp = String(Math.floor(Date.now() / 1000));
      const mac = createHmac('sha256', secret).update(`id.${stamp}.${body}`).digest('base64');
      const send = (text: string) =>
        fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          headers: {
            'webhook-id': 'id',
            'webhook-timestamp': stamp,
            'webhook-signature': `v1,${mac}`,
          },
          body: text,
        });
      expect((await send(body)).status).toBe(204);
      expect((await send(`${body} `)).status).toBe(400);
      await expect.poll(program.output).toContain('webhook_signature_wrong');
      expect(program.output()).toContain('number_off');
    } finally {
      program.end();
      await program.ended;
    }
  });
});

describe.each(nodes)('countersign-listen, on $name', ({ node, isThere }) => {
  test.skipIf(!isThere)(
    'forwards the account’s events, signed with the secret that it printed',
    async () => {
      const received: { headers: IncomingHttpHeaders; body: string }[] = [];
      const receiver = createServer(async (request, response) => {
        const body = Buffer.concat(await request.toArray()).toString();
        received.push({ headers: request.headers, body });
        response.writeHead(204).end();
      }).listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      const { port } = receiver.address() as AddressInfo;
      const caller = await fixture.newCaller();
      const words = [join(installed, manifest(installed).bin['countersign-listen'])];
      const program = startProgram(node, [...words, `${port}/hooks`, 'sms.delivered'], {
        env: { ...access(), COUNTERSIGN_API_KEY: caller.apiKey },
      });
      try {
        await expect.poll(program.output).toMatch(/whsec_\S+/);
        const secret = /whsec_\S+/.exec(program.output())?.[0] as string;
        const sent = await caller.call('sms_code', { mobile: '13800000000', code: '482913' });
        await fixture.fireReceipts(5_000);
        await expect.poll(() => received.length).toBeGreaterThan(0);
        const [first] = received;
        const event = await verifyWebhook(first?.headers ?? {}, first?.body ?? '', secret);
        expect(event).toMatchObject({
          type: 'sms.delivered',
          mode: 'test',
          data: { requestId: sent.body.requestId, state: 'delivered' },
        });
        await expect.poll(program.output).toMatch(/sms\.delivered \S+ -> 204/);
      } finally {
        program.end();
        expect(await program.ended).toBe(0);
        receiver.close();
      }
    },
  );
});

test('countersign-listen prints its usage, and why it was refused', async () => {
  const file = join(installed, manifest(installed).bin['countersign-listen']);
  const none = startProgram(process.execPath, [file]);
  expect([await none.ended, none.output()]).toEqual([2, expect.stringContaining('a test key')]);
  const keyless = startProgram(process.execPath, [file, '3000']);
  expect(await keyless.ended).toBe(2);
  expect(keyless.output()).toMatch(/^COUNTERSIGN_API_KEY is missing\./);
  const odd = startProgram(process.execPath, [file, '3000', 'sms.sent'], { env: access() });
  expect(await odd.ended).toBe(1);
  expect(odd.output()).toContain('events must be one of: face.finished');
  const wrong = startProgram(process.execPath, [file, '3000'], {
    env: { ...access(), COUNTERSIGN_API_KEY: 'cs_test_nobody' },
  });
  expect([await wrong.ended, wrong.output()]).toEqual([1, expect.stringContaining('key_invalid')]);
});

test('the README contains the programs that are tested here', () => {
  expect(programs.length).toBe(5);
  expect([0, 1, 2, 3].every((index) => (programs[index]?.prints.length ?? 0) > 0)).toBe(true);
});
