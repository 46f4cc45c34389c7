import type { FastifyInstance } from 'fastify';
import { openOtherCells } from '../../people/other-cells/open-other-cells.ts';
import { createPasswordHasher } from '../../people/sign-in/password-hash.ts';
import type { ConsolePorts } from './kit/console-ports.ts';
import { registerConsole } from './kit/register-console.ts';
import { registerCellEntry } from './session/register-cell-entry.ts';
import { registerOidc } from './session/register-oidc.ts';
import { createSessionRecheck, findSession } from './session/session-context.ts';

/** Registers the whole API of the console: sign-in and screens. */
export function openConsole(
  app: FastifyInstance,
  given: Omit<ConsolePorts, 'hasher' | 'otherCells' | 'sessionDays'>,
): void {
  const ports = {
    ...given,
    hasher: createPasswordHasher(),
    otherCells: openOtherCells(given),
    sessionDays: given.config.consoleSessionDays,
  };
  app.addHook('onClose', () => ports.otherCells.close());
  registerOidc(app, ports);
  registerCellEntry(app, ports);
  registerConsole(app, ports, {
    find: (request) => findSession(ports, request),
    findAgain: createSessionRecheck(ports),
  });
}
