/**
 * Finds out that a port is taken before anything is installed or started for it. Like the rest of this folder it runs
 * on older Nodes, with Node's own modules only.
 */
import { createServer } from 'node:net';

/** What src/foundation/settings/config.ts takes where nothing is set; it cannot be asked before its packages are there. */
export const defaultAddress = { host: '127.0.0.1', port: 8080 };

/** Where the environment wants to be reached; undefined where it says something that is no port. */
export function listenAddress(env) {
  const text = env.PORT?.trim() || String(defaultAddress.port);
  if (!/^[0-9]{1,5}$/.test(text) || Number(text) > 65_535) return undefined;
  return { host: env.HOST?.trim() || defaultAddress.host, port: Number(text) };
}

/** Whatever else keeps it from listening is told by the server itself, when it does. */
export function isTaken({ host, port }) {
  // Nobody who comes in this moment keeps it open.
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(error.code === 'EADDRINUSE'));
    server.listen({ host, port }, () => server.close(() => resolve(false)));
  });
}

export function takenWords({ host, port }, name) {
  return `Port ${port} on ${host} is in use. Free it, or set ${name} to another port.`;
}
