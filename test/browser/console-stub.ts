import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { registerConsolePage } from '../../src/http/console-page.ts';

/** Plays the session API of the console in memory, by its contract, for tests of the pages alone. */
export interface ConsoleStub {
  url: string;
  app: FastifyInstance;
  /** Who is signed in, and as what. */
  person: 'operator' | 'member';
  /** How far the one session of the stub has come. */
  stage: 'none' | 'password' | 'enrol' | 'full';
  /** Whether the second factor was proved within the last minutes. */
  isFresh: boolean;
  close(): Promise<void>;
}

export const goodPassword = 'correct horse battery';
export const goodCode = '246810';
export const ownerToken = 'first-owner';

const builtConsole = new URL('../../.cache/console', import.meta.url).pathname;

export async function startConsoleStub(folder = builtConsole): Promise<ConsoleStub> {
  const app = Fastify();
  const stub: ConsoleStub = {
    url: '',
    app,
    person: 'operator',
    stage: 'none',
    isFresh: true,
    close: () => app.close(),
  };
  registerConsolePage(app, { basePath: '', folder });
  app.register(
    (scope, _options, done) => {
      registerSession(scope, stub);
      done();
    },
    { prefix: '/console/api' },
  );
  stub.url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost');
  return stub;
}

function sessionOf({ person, stage, isFresh }: ConsoleStub) {
  const common = {
    stage,
    canUsePasskeys: true,
    canRegister: false,
    oidcName: 'Harbour SSO',
    currency: 'CNY',
    timeZone: 'Asia/Shanghai',
    version: '0.1.0',
  };
  if (stage === 'none') return common;
  return {
    ...common,
    person: { personId: 1, name: '林晓', email: 'lin.xiao@harbour.example', language: null },
    operatorRole: person === 'operator' ? 'owner' : null,
    accounts: person === 'member' ? [{ accountId: 12, name: 'Rowan Bank', role: 'developer' }] : [],
    factors: stage === 'enrol' ? [] : ['totp', 'recovery'],
    freshUntil: isFresh ? '2099-01-01T00:00:00.000Z' : null,
  };
}

function refuse(reply: FastifyReply, status: number, reason: string, message: string) {
  const requestId = `01a1dde7-f3dc-73b3-bb57-${randomBytes(6).toString('hex')}`;
  return reply.code(status).send({ code: status * 100, reason, message, requestId });
}

function registerSession(scope: FastifyInstance, stub: ConsoleStub): void {
  const post = (path: string, handle: (body: never, reply: FastifyReply) => unknown) =>
    scope.post(`/session/${path}`, (request, reply) => handle(request.body as never, reply));
  const at = new Date().toISOString();
  const recoveryCodes = Array.from({ length: 10 }, (_, place) => `k7m2-${place}xq9-4fzt`);
  scope.get('/session', () => sessionOf(stub));
  post('sign-in', ({ password }: { password: string }, reply) => {
    if (password !== goodPassword) {
      return refuse(reply, 403, 'sign_in_refused', 'E-mail or password is wrong.');
    }
    stub.stage = 'password';
    return sessionOf(stub);
  });
  post('factor/totp', ({ code }: { code: string }, reply) => {
    if (code !== goodCode) return refuse(reply, 403, 'factor_refused', 'The code is wrong.');
    stub.stage = 'full';
    stub.isFresh = true;
    return sessionOf(stub);
  });
  post('sign-out', () => {
    stub.stage = 'none';
    return {};
  });
  post('invitation', ({ token }: { token: string }, reply) =>
    token === ownerToken
      ? { kind: 'operator', role: 'owner', expiresAt: '2099-01-01T00:00:00.000Z' }
      : refuse(reply, 404, 'not_found', 'There is no such invitation.'),
  );
  post('invitation/accept', () => {
    stub.stage = 'enrol';
    return sessionOf(stub);
  });
  post('enrol/totp', () => ({
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Countersign:lin.xiao?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Countersign',
  }));
  post('enrol/totp/confirm', ({ code }: { code: string }, reply) => {
    if (code !== goodCode) return refuse(reply, 403, 'factor_refused', 'The code is wrong.');
    stub.stage = 'full';
    return { recoveryCodes };
  });
  post('recovery-codes', (_body, reply) =>
    stub.isFresh
      ? { recoveryCodes }
      : refuse(reply, 401, 'factor_required', 'The second factor is needed again.'),
  );
  scope.get('/session/factors', () => ({
    passkeys: [{ credentialId: 'a', name: 'MacBook Air', madeAt: at, usedAt: at }],
    hasTotp: true,
    recoveryCodesLeft: 8,
  }));
  scope.get('/session/devices', () => ({
    sessions: [
      { sessionId: 'a', isThis: true, startedAt: at, seenAt: at, address: '203.0.113.24', agent },
      { sessionId: 'b', isThis: false, startedAt: at, seenAt: at, address: '198.51.100.7', agent },
    ],
  }));
  post('devices/end', () => ({}));
  scope.get('/platform/accounts/names', () => ({
    accounts: [
      { accountId: 12, name: 'Rowan Bank' },
      { accountId: 15, name: '青禾科技' },
    ],
  }));
}

const agent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/126.0.0.0 Safari/537.36';
