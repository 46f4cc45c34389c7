import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { type Clock, systemClock } from '../../src/foundation/clock.ts';
import type { Mode } from '../../src/foundation/contract/products.ts';
import { eventTypes } from '../../src/foundation/contract/wire/event-schemas.ts';
import { Deliverer, type DeliverPorts } from '../../src/foundation/events/deliver.ts';
import { createEndpoint, type Endpoint } from '../../src/foundation/events/endpoint-queries.ts';
import { sealSecret } from '../../src/foundation/events/endpoint-secret.ts';
import { makeSecret } from '../../src/foundation/events/sign-delivery.ts';
import { createGuardedClient } from '../../src/foundation/outbound/guarded-client.ts';
import { createVault, type Vault } from '../../src/foundation/vault.ts';
import { createAccount } from '../../src/people/accounts/queries.ts';
import { byTest } from './by-test.ts';

/** A request that an endpoint received. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end('noted');

/** A customers' server: each path is its own endpoint, which answers 204 unless told otherwise. */
export async function createReceiver(port = 0) {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const one = { path, headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      (answers.get(path) ?? answerWith(204))(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    received,
    answers,
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    at: (path: string) => received.filter((one) => one.path === path),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const quiet = () => {};
export const quietLog = { debug: quiet, info: quiet, warn: quiet, error: quiet } as never;

/** Accounts with endpoints, and a deliverer for them, as a server has. */
export function createWebhookFixture(pool: Pool, vault: Vault = createVault(randomBytes(32))) {
  return {
    vault,
    async account(): Promise<number> {
      return (await createAccount(byTest(pool), { name: 'Rowan' })).accountId;
    },
    async endpoint(
      accountId: number,
      url: string,
      changes: { events?: typeof eventTypes; mode?: Mode } = {},
    ): Promise<Endpoint & { secret: string }> {
      const secret = makeSecret();
      const sealedSecret = sealSecret(vault, accountId, secret);
      const made = await createEndpoint(byTest(pool), {
        ...{ accountId, mode: 'test', url, events: eventTypes, description: '', sealedSecret },
        ...changes,
      });
      return { ...made, secret };
    },
    /** This many events of the account's wallet, each a little lower than the previous one. */
    async happen(accountId: number, times: number, at: Date | null = null): Promise<void> {
      await pool.query(
        `select events_record_of(
           $1, 'test', 'balance.low', 'wallet',
           jsonb_build_object('available', (1000000 - n)::text, 'threshold', '1000000'),
           coalesce($3, clock_timestamp())
         )
         from generate_series(1, $2) n`,
        [accountId, times, at],
      );
    },
    deliverer(changes: Partial<DeliverPorts> & { clock?: Clock } = {}) {
      const client = createGuardedClient({
        ...{ allowedHosts: ['127.0.0.1'], connections: 512, connectTimeoutMs: 2_000 },
      });
      const metrics = { attempted: quiet, gaveUp: quiet };
      const ports = { pool, vault, clock: systemClock, log: quietLog, client, metrics };
      const deliverer = new Deliverer({ ...ports, ...changes });
      return {
        start: () => deliverer.start(),
        async stop() {
          await deliverer.stop();
          await client.close();
        },
      };
    },
    async states(): Promise<Record<string, number>> {
      const { rows } = await pool.query<{ state: string; count: number }>(
        'select state, count(*)::integer as count from deliveries group by state',
      );
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
  };
}
