import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A vendor's answer on its way. Header names are lowercase. */
export interface PassingAnswer {
  headers: Record<string, string>;
  body: string;
}

/**
 * Passes requests on to a simulator and changes what it answers, for answers that no simulator gives: of another
 * order, another merchant, another mode. A vendor that signs its answers needs a change that signs again.
 */
export async function openAlteringRelay(
  target: string,
  change: (answer: PassingAnswer, path: string) => PassingAnswer,
) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const method = request.method ?? 'GET';
    const answer = await fetch(`${target}${request.url}`, {
      method,
      headers: passedOn(request.headers),
      ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      redirect: 'manual',
    });
    const headers = Object.fromEntries(answer.headers);
    const changed = change({ headers, body: await answer.text() }, request.url ?? '');
    response.writeHead(answer.status, passedOn(changed.headers)).end(changed.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Without the headers that belong to one connection or one length. */
function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  const own = ['connection', 'content-length', 'date', 'host', 'keep-alive', 'transfer-encoding'];
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !own.includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
