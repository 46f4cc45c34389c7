import { randomUUIDv7 } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiError } from '../../foundation/contract/errors/errors.ts';
import { docBaseOf, envelopeHeaders, errorBody } from '../../foundation/contract/wire/envelope.ts';
import { replyHeaders } from '../../foundation/page/page-headers.ts';
import type { RepliesInFlight } from './replies-in-flight.ts';

/** How long to keep reading unwanted input, so that a TCP reset does not destroy the last reply. */
const lingerMs = 2_000;

/**
 * Rejects input that is not valid HTTP. It reaches no route, so the reply is written to the raw connection,
 * which is then closed. Earlier complete requests have been charged, so their replies are sent first.
 */
export function createBrokenRefusal(publicUrl: () => string, replies: RepliesInFlight) {
  const refused = new WeakSet<Duplex>();
  return (error: ApiError, connection: Duplex): void => {
    // The parser reports an error again for every further chunk.
    if (refused.has(connection)) return;
    refused.add(connection);
    // The rest of an already rejected request is broken: do not reject it a second time.
    const isAnswered = replies.isAnsweredEarly(connection);
    replies.after(connection, () => {
      if (!connection.writable) return void connection.destroy();
      connection.end(isAnswered ? '' : lastReply(error, publicUrl()));
      const timer = setTimeout(() => connection.destroy(), lingerMs);
      connection.once('close', () => clearTimeout(timer));
    });
  };
}

function lastReply(error: ApiError, publicUrl: string): string {
  const body = JSON.stringify(
    errorBody(error, {
      requestId: randomUUIDv7(),
      language: 'en',
      docBase: docBaseOf(publicUrl),
    }),
  );
  const { status } = error.row;
  const headers = Object.entries({
    ...replyHeaders,
    ...envelopeHeaders,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}
