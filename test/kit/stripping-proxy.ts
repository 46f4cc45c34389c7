import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that serves another server under a path, which it takes away. */
export interface StrippingProxy {
  /** The public address: its origin and the path. */
  url: string;
  /** The paths that were asked for outside of it. */
  strays: string[];
  /** Where what comes is sent on to; it may be known only after the proxy is. */
  serve(target: string): void;
  close(): void;
}

export async function startStrippingProxy(path: string): Promise<StrippingProxy> {
  const strays: string[] = [];
  let target = '';
  const server = createServer((incoming, outgoing) => {
    const asked = incoming.url ?? '';
    if (asked !== path && !asked.startsWith(`${path}/`) && !asked.startsWith(`${path}?`)) {
      strays.push(asked);
      outgoing.writeHead(404).end('nothing of ours is here');
      return;
    }
    const stripped = asked.slice(path.length);
    const upstream = forward(
      new URL(stripped.startsWith('/') ? stripped : `/${stripped}`, target),
      { method: incoming.method, headers: { ...incoming.headers, host: 'upstream.internal' } },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    strays,
    serve(address) {
      target = address;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
