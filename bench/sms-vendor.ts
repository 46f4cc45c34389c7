import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An SMS vendor in its own process that accepts everything and answers after 100 ms, or never under
 * `/silent`. It verifies nothing: the simulators do, and would use the cores being measured.
 */
const latencyMs = 100;
let serial = 0;

const server = createServer((request, response) => {
  request.resume();
  if (request.url?.startsWith('/silent')) return;
  const body = `{"code":0,"message":"ok","id":"${process.pid}-${++serial}"}`;
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  }, latencyMs);
});
server.keepAliveTimeout = 60_000;
server.listen({ host: '127.0.0.1', port: 0, backlog: 2_048 }, () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
