import { randomBytes } from 'node:crypto';
import { type App, type AppOptions, createApp } from '../../src/app.ts';
import { createVault } from '../../src/foundation/vault.ts';
import { createKey } from '../../src/line/callers/key-queries.ts';
import { createAccount } from '../../src/people/accounts/queries.ts';
import { byTest } from './by-test.ts';
import { testConfig } from './test-config.ts';

export interface AskedCheck {
  authToken: string;
  authUrl: string;
  /** The path of the link. */
  path: string;
  requestId: string;
}

/** What the page sends when the person agrees; it may name more providers than may check. */
export const agreement = {
  version: 'check-3.en',
  providers: ['sandbox', 'simulator', 'northlight'],
  agreed: 'on',
};

export interface Check {
  status: number;
  taskId: string;
  providerCode: string;
}

/** A platform with one account, a test key and money, and shortcuts for face checks. */
export interface CheckFixture {
  app: App;
  accountId: number;
  url: string;
  /** Every line that the platform logged. */
  logged: string[];
  ask(cardNo?: string, redirectUrl?: string, name?: string): Promise<AskedCheck>;
  recheck(authToken: string): Promise<Check>;
  get(path: string, headers?: Record<string, string>): Promise<{ status: number; body: string }>;
  /** Posts as the page itself would. */
  post(path: string, body?: object, headers?: Record<string, string>): Promise<PostReply>;
  /** Consents and goes to the provider; returns the path of the provider's page. */
  begin(check: AskedCheck, device?: string): Promise<string>;
  close(): Promise<void>;
}

/** The reply to the page's own requests: a view, a URL to open, or an error. */
interface PostReply {
  status: number;
  body: { stage?: string; url?: string; html?: string; returnUrl?: string; asks?: boolean };
}

interface CallReply {
  requestId: string;
  data: { authToken: string; authUrl: string } & Check;
}

export async function createCheckFixture(
  databaseTarget: string,
  options: Partial<AppOptions> & { env?: Record<string, string> } = {},
): Promise<CheckFixture> {
  const logged: string[] = [];
  const write = (fields: object, message: string) => {
    logged.push(JSON.stringify({ ...fields, message }));
  };
  const app = await createApp({
    config: testConfig(options.env),
    databaseTarget,
    vault: createVault(randomBytes(32)),
    log: { debug: write, info: write, warn: write, error: write },
    version: '0.0.0',
    withJobs: false,
    patience: { lingerMs: 0 },
    ...options,
  });
  await app.start();
  const { accountId } = await createAccount(byTest(app.pool), {
    name: 'Rowan Bank',
    testBalance: 1_000_0000n,
  });
  const { apiKey } = await createKey(byTest(app.pool), { accountId, mode: 'test' });

  const call = (body: object) => callFace(app.publicUrl(), apiKey, body);
  const post: CheckFixture['post'] = (path, body, headers) =>
    postAsPage(new URL(path, app.publicUrl()), body, headers);

  return {
    app,
    accountId,
    url: app.publicUrl(),
    logged,
    async ask(cardNo = '11010519491231002X', redirectUrl, name = '张小明') {
      const { data, requestId } = await call({ name, cardNo, redirectUrl });
      return { ...data, requestId, path: new URL(data.authUrl).pathname };
    },
    async recheck(authToken) {
      return (await call({ authToken })).data;
    },
    async get(path, headers = {}) {
      const response = await fetch(new URL(path, app.publicUrl()), { headers });
      return { status: response.status, body: await response.text() };
    },
    post,
    async begin({ path }, device = 'mobile') {
      await post(`${path}/consent`, agreement);
      const { body } = await post(`${path}/session?device=${device}`);
      if (!body.url) throw new Error(`no session: ${body.stage}`);
      return new URL(body.url).pathname;
    },
    close: () => app.close(),
  };
}

async function callFace(publicUrl: string, apiKey: string, body: object): Promise<CallReply> {
  const response = await fetch(`${publicUrl}/api/v1/face_verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as CallReply;
  if (response.status !== 201) throw new Error(JSON.stringify(reply));
  return reply;
}

async function postAsPage(url: URL, body: object = {}, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as PostReply['body'] };
}
