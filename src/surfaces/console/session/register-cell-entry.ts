import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { hashToken } from '../../../people/sign-in/token.ts';
import type { ConsolePorts } from '../kit/console-ports.ts';
import { requireSecureAddress } from './console-address.ts';
import { redirectTo } from './redirect-to.ts';
import { addressOf, contextOf } from './session-context.ts';

/**
 * The way in from another cell. It begins here, with a nonce in this browser, and goes over the other cell, which signs
 * who the person is. A token that was signed for another browser therefore opens nothing.
 */
export function registerCellEntry(app: FastifyInstance, ports: ConsolePorts): void {
  const { otherCells } = ports;
  app.get('/console/api/jwks.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(await otherCells.keys())),
  );
  app.get<{ Querystring: { from?: string } }>(
    '/console/api/session/cell/start',
    { exposeHeadRoute: false },
    (request, reply) =>
      redirectTo(ports, 'cell_entry_failed', reply, async () => {
        requireSecureAddress(addressOf(ports, request));
        const from = otherCells.others.get(Number(request.query.from)) ?? fail('cell_entry_failed');
        const nonce = randomBytes(32).toString('base64url');
        contextOf(ports, undefined, request, reply).keepFor('entry', { nonce, from: from.cell });
        return `${from.url}/console/enter-cell?to=${otherCells.own}&nonce=${nonceHash(nonce)}`;
      }),
  );
}

/** What the other cell learns and signs. The nonce itself never leaves this browser. */
export function nonceHash(nonce: string): string {
  return hashToken(nonce).toString('base64url');
}
