import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that serves another server under a path, which it strips. */
export interface StrippingProxy {
  /** The public URL: its origin and the path. */
  url: string;
  /** The requested paths outside of it. */
  strays: string[];
  /** Where requests are forwarded; it may be set after the proxy starts. */
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
