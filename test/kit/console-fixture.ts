import type { FastifyRequest } from 'fastify';
import { openOtherCells } from '../../src/people/other-cells/open-other-cells.ts';
import { createPasswordHasher } from '../../src/people/sign-in/password-hash.ts';
import type { MemberRole, OperatorRole } from '../../src/people/sign-in/roles.ts';
import type { Session } from '../../src/people/sign-in/session-queries.ts';
import type { ConsoleRoute } from '../../src/surfaces/console/kit/console-route.ts';
import { registerConsole } from '../../src/surfaces/console/kit/register-console.ts';
import { createServer } from '../../src/surfaces/http/server.ts';
import { createFixture, type Fixture, type FixtureOptions } from './fixture.ts';
import { testConfig } from './test-config.ts';

/** A visitor of the console: their role, and how recent their second factor is. */
export interface Visitor {
  operator?: OperatorRole;
  members?: Record<number, MemberRole>;
  name?: string;
  /** How long ago they used their second factor; a moment ago by default. */
  factorAgeMs?: number;
}

export interface ConsoleReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it looks at
  body: any;
  text: string;
  bytes: Buffer;
  headers: Record<string, unknown>;
}

export interface ConsoleFixture extends Fixture {
  get(
    visitor: Visitor | undefined,
    path: string,
    headers?: Record<string, string>,
  ): Promise<ConsoleReply>;
  post(
    visitor: Visitor | undefined,
    path: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<ConsoleReply>;
}

/**
 * The screens' API on the whole platform, with invented visitors; sessions have their own tests.
 */
export async function createConsoleFixture(
  routes?: readonly ConsoleRoute[],
  options?: FixtureOptions,
): Promise<ConsoleFixture> {
  const fixture = await createFixture(options);
  const { app, database } = fixture;
  const { line } = app;
  const server = createServer({
    log: line.log,
    publicUrl: app.publicUrl,
    trustProxy: [],
    isDraining: () => false,
  });
  const ports = {
    cells: line.cells,
    otherCells: openOtherCells(line),
    pool: database.pool,
    vault: line.vault,
    clock: line.clock,
    log: line.log,
    config: testConfig(),
    registry: line.registry,
    breakers: line.breakers,
    checks: line.checks,
    payments: line.payments,
    inbox: app.inbox,
    publicUrl: app.publicUrl,
    apiUrl: app.publicUrl,
    version: '0.0.0',
    hasher: createPasswordHasher(),
    sessionDays: 7,
  };
  server.app.addHook('onClose', () => ports.otherCells.close());
  const find = async (request: FastifyRequest) => visitorOf(request);
  registerConsole(server.app, ports, { find, findAgain: find }, routes);
  const ask = async (
    method: 'GET' | 'POST',
    visitor: Visitor | undefined,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const reply = await server.app.inject({
      method,
      url: `/console/api${path}`,
      headers: {
        ...(visitor ? { 'x-visitor': JSON.stringify(visitor) } : {}),
        'sec-fetch-site': 'same-origin',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    return {
      status: reply.statusCode,
      body: isJson ? reply.json() : undefined,
      text: reply.body,
      bytes: reply.rawPayload,
      headers: reply.headers,
    };
  };
  return {
    ...fixture,
    get: (visitor, path, headers) => ask('GET', visitor, path, undefined, headers),
    post: (visitor, path, body, headers) => ask('POST', visitor, path, body, headers),
    async close() {
      await server.close(0);
      await fixture.close();
    },
  };
}

function visitorOf(request: FastifyRequest): Session | undefined {
  const given = request.headers['x-visitor'];
  if (typeof given !== 'string') return undefined;
  const { operator, members = {}, name = 'Lin', factorAgeMs = 0 } = JSON.parse(given) as Visitor;
  return {
    sessionId: '00000000-0000-7000-8000-000000000000',
    personId: 1,
    name,
    email: 'lin@example.com',
    language: null,
    stage: 'full',
    operatorRole: operator ?? null,
    memberships: new Map(Object.entries(members).map(([id, role]) => [Number(id), role])),
    factorAt: new Date(Date.now() - factorAgeMs),
    fromSubject: null,
  };
}
