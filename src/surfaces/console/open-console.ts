import type { FastifyInstance } from 'fastify';
import { createPasswordHasher } from '../../people/sign-in/password-hash.ts';
import type { ConsolePorts } from './kit/console-ports.ts';
import { registerConsole } from './kit/register-console.ts';
import { registerOidc } from './session/register-oidc.ts';
import { findSession } from './session/session-context.ts';

/** Registers the whole API of the console: sign-in and screens. */
export function openConsole(
  app: FastifyInstance,
  given: Omit<ConsolePorts, 'hasher' | 'sessionDays'>,
): void {
  const ports = {
    ...given,
    hasher: createPasswordHasher(),
    sessionDays: given.config.consoleSessionDays,
  };
  registerOidc(app, ports);
  registerConsole(app, ports, (request) => findSession(ports, request));
}
