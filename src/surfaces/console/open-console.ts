import type { FastifyInstance } from 'fastify';
import { createPasswordHasher } from '../../people/sign-in/password-hash.ts';
import type { ConsolePorts } from './kit/console-ports.ts';
import { registerConsole } from './kit/register-console.ts';
import { registerOidc } from './session/register-oidc.ts';
import { findSession, registerSession } from './session/register-session.ts';

/** Registers the whole API of the console: sign-in and screens. */
export function openConsole(app: FastifyInstance, ports: ConsolePorts): void {
  const sessionPorts = {
    ...ports,
    hasher: createPasswordHasher(),
    sessionDays: ports.config.consoleSessionDays,
  };
  registerSession(app, sessionPorts);
  registerOidc(app, sessionPorts);
  registerConsole(app, ports, (request) => findSession(ports, request));
}
