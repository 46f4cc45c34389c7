import type { Pool } from 'pg';
import { expect } from 'vitest';
import { inChange } from '../../src/foundation/audit/change-queries.ts';
import { createInvitation } from '../../src/people/sign-in/invitation-queries.ts';
import { codeOf, password } from './people-fixture.ts';

export interface ConsoleReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document.
  body: any;
  cookies: string[];
  headers: { location?: string | undefined; 'retry-after'?: string | undefined };
}

/** A browser at the console: it keeps cookies, and sends its page's origin. */
export interface ConsoleVisitor {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<ConsoleReply>;
  post(path: string, body?: object, headers?: Record<string, string>): Promise<ConsoleReply>;
  /** Signs in by a new invitation, and enrols an authenticator app. */
  arrive(role: string, accountId?: number | null): Promise<Arrived>;
}

export interface Arrived {
  email: string;
  secret: string;
  personId: number;
  recoveryCodes: string[];
}

export interface ConsoleRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

/** What a visitor needs of a server: a way to send it a request, and its database for invitations. */
interface Visited {
  pool: Pool;
  server: {
    inject(request: ConsoleRequest): Promise<{
      statusCode: number;
      headers: Record<string, string | string[] | number | undefined>;
      payload: string;
    }>;
  };
}

let visitors = 0;

/** Consoles on one host share the browser's cookies. */
export function createConsoleVisitor(
  app: Visited,
  origin = 'http://localhost:8080',
  cookies = new Map<string, string>(),
): ConsoleVisitor {
  async function send(method: 'GET' | 'POST', path: string, body?: object, more = {}) {
    const reply = await app.server.inject({
      method,
      url: path.startsWith('/') ? path : `/console/api/${path}`,
      headers: {
        host: new URL(origin).host,
        ...(method === 'POST' ? { origin, 'content-type': 'application/json' } : {}),
        'sec-fetch-site': 'same-origin',
        ...(cookies.size > 0
          ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...more,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const set = [reply.headers['set-cookie'] ?? []].flat() as string[];
    for (const cookie of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const isJson = String(reply.headers['content-type']).includes('json');
    return {
      status: reply.statusCode,
      body: isJson ? JSON.parse(reply.payload) : reply.payload,
      cookies: set,
      headers: {
        location: reply.headers.location as string | undefined,
        'retry-after': reply.headers['retry-after'] as string | undefined,
      },
    };
  }

  const visitor: ConsoleVisitor = {
    cookies,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body = {}, headers) => send('POST', path, body, headers),
    async arrive(role, accountId = null) {
      const email = `visitor${visitors++}@example.com`;
      const { token } = await inChange(
        app.pool,
        { kind: 'command_line', name: 'tester' },
        'invitation.create',
        (by) => createInvitation(by, { accountId, role, invitedBy: 'Lin' }),
      );
      const accepted = await visitor.post('session/invitation/accept', {
        token,
        name: 'Ada Lin',
        email,
        password,
      });
      expect(accepted).toMatchObject({ status: 200, body: { stage: 'enrol' } });
      const { secret } = (await visitor.post('session/enrol/totp')).body;
      const confirm = () =>
        visitor.post('session/enrol/totp/confirm', { code: codeOf(secret, -1) });
      let confirmed = await confirm();
      // The 30-second step may have changed meanwhile, and the previous code is too old.
      if (confirmed.status === 403) confirmed = await confirm();
      expect(confirmed.status).toBe(200);
      const { recoveryCodes } = confirmed.body;
      return { email, secret, personId: accepted.body.person.personId, recoveryCodes };
    },
  };
  return visitor;
}
