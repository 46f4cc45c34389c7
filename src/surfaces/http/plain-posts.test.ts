import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendRaw } from '../../../test/kit/raw-request.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import type { Post, PostReply } from './plain-posts.ts';
import { createServer } from './server.ts';

let isDraining = false;
/** The handler's next action, its input, and how many requests the framework saw. */
let answer: (post: Post) => PostReply;
let posts: Post[];
let seenByFramework: number;
let url: string;

const log = { debug() {}, info() {}, warn() {}, error() {} };
let publicUrl = 'http://api.example';
const { app, post, close } = createServer({
  log,
  publicUrl: () => publicUrl,
  trustProxy: [],
  personHost: 'people.example',
  isDraining: () => isDraining,
});

beforeAll(async () => {
  post('/plain', async (request) => {
    posts.push(request);
    return answer(request);
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    seenByFramework++;
    done();
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => close(0));
beforeEach(() => {
  isDraining = false;
  publicUrl = 'http://api.example';
  answer = () => ({ status: 201, body: '{"said":"哈"}' });
  posts = [];
  seenByFramework = 0;
});

const body = '{"a":1}';
const usual = ['host: x', 'content-type: application/json', `content-length: ${body.length}`];

function send(path: string, headers: readonly string[] = usual, pieces: string[] = [body]) {
  return sendRaw(url, [`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`, ...pieces]);
}

/** A reply without what differs between requests. */
function lasting({ status, headers, text }: Awaited<ReturnType<typeof send>>) {
  const { date, ...fields } = headers;
  return { status, fields, text: text.replace(/"requestId":"[^"]+"/, '') };
}

describe('an ordinary POST is answered exactly as the framework would, without it:', () => {
  test.each<[string, (post: Post) => PostReply]>([
    ['a success', () => ({ status: 201, body: '{"said":"哈"}' })],
    [
      'a reply with fields of its own',
      () => ({ status: 201, body: '{}', headers: { 'idempotency-replayed': 'true' } }),
    ],
    [
      'a refusal',
      () => {
        throw new ApiError('overloaded', { headers: { 'retry-after': '1' } });
      },
    ],
    [
      'an outcome that is unknown',
      () => {
        throw new ApiError('outcome_unknown', { requestId: 'the first' });
      },
    ],
    [
      'a fault',
      () => {
        throw new Error('a secret');
      },
    ],
  ])('%s', async (_, answers) => {
    answer = answers;
    const plain = await send('/plain');
    expect(seenByFramework).toBe(0);
    const framed = await send('/plain?');
    expect(seenByFramework).toBe(1);
    expect(lasting(plain)).toEqual(lasting(framed));
    expect(posts.map((one) => one.body?.toString())).toEqual([body, body]);
    expect(posts[0]?.address).toBe(posts[1]?.address);
    expect(posts[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(posts[0]?.id).not.toBe(posts[1]?.id);
  });

  test('a success and a refusal of a platform that is public by HTTPS', async () => {
    publicUrl = 'https://api.example';
    for (const path of ['/plain', '/plain?']) {
      expect((await send(path)).headers['strict-transport-security']).toBe('max-age=31536000');
    }
    answer = () => {
      throw new ApiError('overloaded');
    };
    expect(lasting(await send('/plain'))).toEqual(lasting(await send('/plain?')));
    expect(seenByFramework).toBe(2);
  });

  test('one in several chunks, and an empty one', async () => {
    await send('/plain', usual, [body.slice(0, 3), body.slice(3)]);
    await send('/plain', [...usual.slice(0, 2), 'content-length: 0'], []);
    expect(posts.map((one) => one.body?.toString())).toEqual([body, '']);
    expect(seenByFramework).toBe(0);
  });
});

test('one that arrives slowly in many chunks is complete when it is handled', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const slow = request(`${url}/plain`, { method: 'POST', headers });
  const answered = once(slow, 'response');
  for (const piece of body) {
    slow.write(piece);
    await sleep(10);
  }
  slow.end();
  const [reply] = await answered;
  reply.resume();
  expect(reply.statusCode).toBe(201);
  expect(posts.map((one) => one.body?.toString())).toEqual([body]);
});

describe('everything else is left to the framework:', () => {
  test.each([
    [
      'a body without a length',
      [...usual.slice(0, 2), 'transfer-encoding: chunked'],
      `7\r\n${body}\r\n0\r\n\r\n`,
    ],
    [
      'another spelling of the type',
      [...usual.slice(0, 1), 'content-type: Application/JSON', ...usual.slice(2)],
      body,
    ],
  ])('%s', async (_, headers, sent) => {
    const reply = await send('/plain', headers, [sent]);
    expect([reply.status, seenByFramework]).toEqual([201, 1]);
    expect(posts.map((one) => one.body?.toString())).toEqual([body]);
  });

  test.each([
    ['two hosts', ['host: y', ...usual], 400],
    ['a body that is too long', [...usual.slice(0, 2), 'content-length: 16385'], 413],
  ])('%s, which it refuses', async (_, headers, status) => {
    const reply = await send('/plain', headers);
    expect([reply.status, posts.length]).toEqual([status, 0]);
  });

  // @mutant src/surfaces/http/server.ts
  // - headers.host?.toLowerCase() === personHost
  // + headers.host === personHost
  test.each(['people.example', 'People.EXAMPLE'])(
    'a POST to the host of people, %s, which has no operations',
    async (host) => {
      const reply = await send('/plain', [`host: ${host}`, ...usual.slice(1)]);
      expect([reply.status, posts.length]).toEqual([404, 0]);
    },
  );

  test('a POST to a stopping server, which serves one more on each connection', async () => {
    isDraining = true;
    const reply = await send('/plain');
    expect([reply.status, reply.headers.connection]).toEqual([201, 'close']);
    expect([seenByFramework, posts.length]).toEqual([1, 1]);
  });
});

test('a stopping server carries out no request behind the last reply of a connection', async () => {
  isDraining = true;
  const one = `POST /plain HTTP/1.1\r\n${usual.join('\r\n')}\r\n\r\n${body}`;
  const reply = await sendRaw(url, [one + one]);
  expect([reply.status, reply.headers.connection, posts.length]).toEqual([201, 'close', 1]);
});

test('a POST that is still arriving when connections close is refused', async () => {
  const patience = { lingerMs: 0 };
  const publicUrl = () => 'http://api.example';
  const api = createServer({ log, publicUrl, trustProxy: [], isDraining: () => false, patience });
  let handled = 0;
  api.post('/plain', async () => ({ status: 201, body: String(++handled) }));
  const closingUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const sending = request(`${closingUrl}/plain`, { method: 'POST', headers });
  const begun = once(api.app.server, 'request');
  sending.write(body.slice(0, 3));
  await begun;
  const closed = api.close(10_000);
  await sleep(50);
  sending.end(body.slice(3));
  const [response] = await once(sending, 'response');
  let text = '';
  for await (const piece of response) text += piece;
  expect([response.statusCode, JSON.parse(text).reason]).toEqual([503, 'shutting_down']);
  expect(handled).toBe(0);
  await closed;
});

// @mutant src/surfaces/http/server.ts
// - || headers['x-forwarded-host'] !== undefined
test('a proxy that names the host of people is believed, on both ways in', async () => {
  const api = createServer({
    log,
    publicUrl: () => 'http://api.example',
    trustProxy: ['127.0.0.1'],
    personHost: 'people.example',
    isDraining: () => false,
  });
  api.post('/plain', async () => ({ status: 201, body: '{}' }));
  const behind = await api.app.listen({ host: '127.0.0.1', port: 0 });
  try {
    const fields = [...usual, 'x-forwarded-host: People.example'].join('\r\n');
    for (const path of ['/plain', '/plain?']) {
      const reply = await sendRaw(behind, [`POST ${path} HTTP/1.1\r\n${fields}\r\n\r\n`, body]);
      expect(reply.status).toBe(404);
    }
  } finally {
    await api.close(0);
  }
});

test.each<[trusted: string[], sent: string, address: string]>([
  [[], '192.0.2.7', '127.0.0.1'],
  [['10.0.0.0/8'], '192.0.2.7', '127.0.0.1'],
  [['127.0.0.1'], '192.0.2.7', '192.0.2.7'],
  [['127.0.0.1'], '192.0.2.7:51234', '192.0.2.7'],
  [['127.0.0.1', '10.0.0.0/8'], '203.0.113.1, 192.0.2.7, 10.0.0.3', '192.0.2.7'],
  [['127.0.0.1', '10.0.0.0/8'], '192.0.2.7, unknown, 10.0.0.3', '10.0.0.3'],
])('with trusted proxies at %j, a caller by way of %j is %s', async (trustProxy, sent, address) => {
  let frameworks = 0;
  const api = createServer({
    log,
    publicUrl: () => 'http://api.example',
    trustProxy,
    isDraining: () => false,
  });
  api.post('/plain', async (request) => ({ status: 201, body: JSON.stringify(request.address) }));
  api.app.addHook('onRequest', (_request, _reply, done) => {
    frameworks++;
    done();
  });
  const behind = await api.app.listen({ host: '127.0.0.1', port: 0 });
  try {
    const fields = [...usual, `x-forwarded-for: ${sent}`].join('\r\n');
    for (const path of ['/plain', '/plain?']) {
      const reply = await sendRaw(behind, [`POST ${path} HTTP/1.1\r\n${fields}\r\n\r\n`, body]);
      expect(reply.body).toBe(address);
    }
    expect(frameworks).toBe(1);
  } finally {
    await api.close(0);
  }
});
