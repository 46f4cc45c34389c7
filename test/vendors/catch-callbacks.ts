import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Callback } from '../../src/vendors/providers/vendor.ts';

/** Receives callbacks of vendors, and stores them. */
export interface Caught {
  url: string;
  callbacks: Callback[];
  /** Those that contain this text: some may still arrive from an earlier test. */
  about(id: string): Callback[];
  close(): Promise<void>;
}

export async function catchCallbacks(): Promise<Caught> {
  const callbacks: Callback[] = [];
  let url = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    callbacks.push({
      method: request.method ?? '',
      url: `${url}${request.url}`,
      headers: request.headers as Callback['headers'],
      body: Buffer.concat(chunks).toString(),
      address: request.socket.remoteAddress ?? '',
    });
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    callbacks,
    about: (id) => callbacks.filter((one) => `${one.url} ${one.body}`.includes(id)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
