import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../src/foundation/contract/operations/operations.ts';
import { docGroups } from '../../../src/surfaces/docs/doc-groups.ts';
import { exampleUrl } from '../../../src/surfaces/docs/doc-page.ts';
import { sampleLabels } from '../../../src/surfaces/docs/doc-sample-labels.ts';
import { parseMarkdown } from '../../../src/surfaces/docs/parse-markdown.ts';
import { keyPlaceholder } from '../../../src/surfaces/docs/request-samples.ts';
import { createFixture, type Fixture, type ReplyBody } from '../../kit/fixture.ts';
import { freePort } from '../../kit/free-port.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { startProgram } from '../sdk/run-program.ts';
import { type GuideSample, lasting, samplesOf } from './guide-samples.ts';
import { canRun, runProgram } from './run-program.ts';

/**
 * Runs every request of the guides as written, against a live server. Shell, Node and Python run
 * all of them; Java, PHP and Go run the first of each operation if they are installed. Otherwise
 * their request is read from the sample's text and compared with the others.
 */
const guides = docGroups.flatMap(({ guides }) => guides);
const read = (guide: string, language = 'en') =>
  readFileSync(join(import.meta.dirname, `../../../docs/guides/${language}/${guide}.md`), 'utf8');

let fixture: Fixture;
const last = { requestId: '', authToken: '', endpointId: '', verificationId: '', code: '482913' };
const tried = new Set<string>();

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

/** As a reader with a key sees it, with the values of the previous reply filled in. */
function filled(text: string): string {
  return text
    .replaceAll(exampleUrl, fixture.url)
    .replaceAll(keyPlaceholder, fixture.apiKey)
    .replaceAll('REQUEST_ID', last.requestId)
    .replaceAll('AUTH_TOKEN', last.authToken)
    .replaceAll('VERIFICATION_ID', last.verificationId)
    .replaceAll('482913', last.code)
    .replaceAll(/(\\?"endpointId\\?": ?)7\b/g, `$1${last.endpointId}`);
}

function remember({ code, requestId, data }: ReplyBody, operation: string): void {
  if (code !== 0) return;
  if (operation === 'sms_code' || operation === 'sms_notice') last.requestId = requestId;
  if (data?.authToken) last.authToken = data.authToken;
  if (data?.endpointId) last.endpointId = String(data.endpointId);
}

/** Each program starts a verification of its own, or checks the code of one. */
async function prepare(operation: string): Promise<void> {
  last.code = '482913';
  if (!operation.startsWith('verify_')) return;
  await fixture.pool.query('delete from verifications');
  if (operation !== 'verify_check') return;
  const { body } = await fixture.call('verify_start', { mobile: '13800000000' });
  const { rows } = await fixture.pool.query(
    `select m.sealed, m.content_id as "contentId" from message_contents m
     join calls c on c.content_id = m.content_id where c.call_id = $1`,
    [body.requestId],
  );
  const content = fixture.app.line.vault.open(rows[0].sealed, rows[0].contentId);
  last.code = / is (\d{6})\./.exec(content)?.[1] ?? '';
  last.verificationId = String(body.data.verificationId);
}

function bodyIn(output: string): ReplyBody {
  return JSON.parse(output.slice(output.indexOf('{')));
}

/** The body that a sample sends, read from its text. */
function sentBy(language: string, text: string): unknown {
  const readers: Record<string, () => string | undefined> = {
    sh: () => /-d '(.*)'$/.exec(text)?.[1],
    js: () => /JSON\.stringify\((.*)\),/.exec(text)?.[1],
    python: () => /json\.dumps\((.*)\)\.encode/.exec(text)?.[1],
    java: () => JSON.parse(/ofString\(\n\s+(".*")\)\)/.exec(text)?.[1] ?? '""'),
    php: () => /CURLOPT_POSTFIELDS => '(.*)',/.exec(text)?.[1],
    go: () => /NewReader\(`(.*)`\)/.exec(text)?.[1],
  };
  return JSON.parse(readers[language]?.() ?? 'null');
}

async function tryShell({ operation, texts, shown }: GuideSample): Promise<ReplyBody> {
  if (operation === 'sms_status') await fixture.fireReceipts(60_000);
  await prepare(operation);
  const body = bodyIn(await runProgram('sh', filled(texts.get('sh') ?? '')));
  const isRecheck = texts.get('sh')?.includes('AUTH_TOKEN');
  const passing = isRecheck ? ['status', 'message'] : [];
  if (shown) {
    expect(lasting(body, passing)).toEqual(lasting(JSON.parse(filled(shown)), passing));
  } else expect(body.code, JSON.stringify(body)).toBe(0);
  return body;
}

/**
 * The reply is the same in every language; only the first request of an operation runs the slow
 * ones.
 */
async function tryOthers(sample: GuideSample, first: ReplyBody): Promise<void> {
  const isFirst = !tried.has(sample.operation);
  tried.add(sample.operation);
  for (const language of ['js', 'python', ...(isFirst ? ['java', 'php', 'go'] : [])]) {
    if (!canRun(language)) continue;
    await prepare(sample.operation);
    const output = await runProgram(language, filled(sample.texts.get(language) ?? ''));
    expect([language, lasting(bodyIn(output))]).toEqual([language, lasting(first)]);
    expect(output).toMatch(/^\d{3} \{/);
  }
}

const isServed = ({ operation }: Pick<GuideSample, 'operation'>) => paths.has(operation);

/** Guides that only explain have nothing to run. */
const samplesIn = new Map(guides.map((guide) => [guide, samplesOf(read(guide))]));
const asking = guides.filter((guide) => samplesIn.get(guide)?.length);
const running = guides.filter((guide) => samplesIn.get(guide)?.some(isServed));

// Each request runs as a program in six languages.
test.each(running)(
  'the guide %s runs as written, and shows the real output',
  { timeout: longTimeoutMs },
  async (guide) => {
    for (const sample of samplesIn.get(guide)?.filter(isServed) ?? []) {
      const body = await tryShell(sample);
      remember(body, sample.operation);
      await tryOthers(sample, body);
    }
  },
);

test.each(running)(
  'the Chinese guide %s shows the real output in Chinese',
  { timeout: longTimeoutMs },
  async (guide) => {
    // A repeat would get the first reply, in English.
    const text = read(guide, 'zh').replaceAll('order-1042-code-1', 'order-1042-code-2');
    for (const sample of samplesOf(text).filter(isServed)) {
      expect(sample.texts.get('sh')).toContain("-H 'accept-language: zh'");
      remember(await tryShell(sample), sample.operation);
    }
  },
);

test.each(asking)('the guide %s makes the same request in every language', (guide) => {
  for (const { operation, texts } of samplesIn.get(guide) ?? []) {
    expect([...texts.keys()]).toEqual(Object.keys(sampleLabels));
    const wanted = sentBy('sh', texts.get('sh') ?? '');
    expect(wanted, operation).toBeTypeOf('object');
    for (const [language, text] of texts) {
      expect([language, sentBy(language, text)]).toEqual([language, wanted]);
      expect(text).toContain(`${exampleUrl}/api/v1/${operation}`);
      expect(text).toContain(keyPlaceholder);
    }
  }
});

/**
 * The path of a new caller, from the key to a verified webhook: each request, and the final
 * program.
 */
test('the ten-minute guide leads to a verified webhook in at most ten commands, each within seconds', async () => {
  const code = parseMarkdown(read('start')).flatMap((block) =>
    block.kind === 'code' ? [block] : [],
  );
  const program = code.find(({ text }) => text.includes("call('webhook_listen'"))?.text ?? '';
  const expected = code.find(({ language }) => language === 'text')?.text;
  const steps = samplesIn.get('start') ?? [];
  expect(steps.length + 1).toBeLessThanOrEqual(10);
  if (!isServed({ operation: 'webhook_listen' })) return;
  const startedAt = Date.now();
  for (const step of steps) remember(await tryShell(step), step.operation);
  const receipts = setInterval(() => void fixture.fireReceipts(5_000), 500);
  try {
    expect((await runProgram('js', filled(program))).trim()).toBe(expected);
  } finally {
    clearInterval(receipts);
  }
  expect(Date.now() - startedAt).toBeLessThan(120_000);
});

test('the guide’s receiver verifies what countersign-listen forwards', async () => {
  const code = parseMarkdown(read('webhooks')).flatMap((block) =>
    block.kind === 'code' ? [block.text] : [],
  );
  const part = (words: string) => code.find((text) => text.includes(words)) ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'countersign-receiver-'));
  const port = String(await freePort());
  writeFileSync(join(folder, 'verify.mjs'), part('export function verify'));
  writeFileSync(join(folder, 'receiver.mjs'), part("'./verify.mjs'").replace('3000', port));
  const program = join(import.meta.dirname, '../../../sdk/src/countersign-listen.ts');
  const asInstalled = (text: string) =>
    filled(text)
      .replace('3000/', `${port}/`)
      .replace('npx countersign-listen', `exec ${process.execPath} ${program}`);
  const start = (text: string) => startProgram('sh', ['-c', text], { cwd: folder });
  const listener = start(asInstalled(part('npx countersign-listen')));
  const secretIn = () => /whsec_\S+/.exec(listener.output())?.[0] ?? '';
  await expect.poll(secretIn).not.toBe('');
  const receiving = part('node receiver.mjs').replace('whsec_YOUR_SECRET', secretIn());
  const receiver = start(receiving.replace('node ', `exec ${process.execPath} `));
  const receipts = setInterval(() => void fixture.fireReceipts(60_000), 500);
  try {
    await fixture.call('sms_code', { mobile: '13800000000', code: '482913' });
    await expect.poll(() => receiver.output().trim()).toBe(part('sms.delivered delivered'));
  } finally {
    clearInterval(receipts);
    for (const one of [receiver, listener]) one.end();
    await Promise.all([receiver.ended, listener.ended]);
    rmSync(folder, { recursive: true });
  }
});

test('a repeat under one key gets the first reply again, as the guide says', async () => {
  const [sample] = samplesOf(read('idempotency'));
  const text = filled(sample?.texts.get('sh') ?? '').replace('curl ', 'curl -si ');
  await runProgram('sh', text);
  expect(await runProgram('sh', text)).toMatch(/^idempotency-replayed: true\r$/im);
});

test('the guide’s verifier accepts signed deliveries, and nothing else', async () => {
  const source = parseMarkdown(read('webhooks')).find(
    (block) => block.kind === 'code' && block.text.includes('export function verify'),
  );
  const text = source?.kind === 'code' ? source.text : '';
  const module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const bytes = randomBytes(32);
  const secret = `whsec_${bytes.toString('base64')}`;
  const body = JSON.stringify({ id: 'e', type: 'endpoint.test' });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const sign = (at: string) =>
    `v1,${createHmac('sha256', bytes).update(`e.${at}.${body}`).digest('base64')}`;
  const headers = (at: string, signature = sign(at)) => ({
    ...{ 'webhook-id': 'e', 'webhook-timestamp': at, 'webhook-signature': signature },
  });
  expect(module.verify(headers(timestamp), body, secret)).toEqual(JSON.parse(body));
  const rolled = headers(timestamp, `v1,${randomBytes(32).toString('base64')} ${sign(timestamp)}`);
  expect(module.verify(rolled, body, secret)).toEqual(JSON.parse(body));
  expect(() => module.verify(headers(timestamp), `${body} `, secret)).toThrow('not signed');
  expect(() => module.verify(headers(timestamp, 'v1,'), body, secret)).toThrow('not signed');
  expect(() => module.verify(headers('1'), body, secret)).toThrow('too old');
});
