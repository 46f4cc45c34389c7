import { randomUUIDv7 } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiError } from '../../foundation/contract/errors/errors.ts';
import { docBaseOf, envelopeHeaders, errorBody } from '../../foundation/contract/wire/envelope.ts';
import { replyHeaders } from '../../foundation/page/page-headers.ts';
import type { RepliesInFlight } from './replies-in-flight.ts';

/** How long we go on reading what nobody wants, so that the last reply is not lost to a reset. */
const lingerMs = 2_000;

/**
 * What is not even HTTP never reaches a route: it is answered on the bare connection, which ends with
 * it. A call that arrived whole before it has been paid for, so its reply goes out first.
 */
export function createBrokenRefusal(publicUrl: () => string, replies: RepliesInFlight) {
  const refused = new WeakSet<Duplex>();
  return (error: ApiError, connection: Duplex): void => {
    // The parser complains anew about every piece that follows.
    if (refused.has(connection)) return;
    refused.add(connection);
    // What broke is the rest of a request that was refused by its head: one refusal is enough.
    const isTold = replies.isAnsweredEarly(connection);
    replies.after(connection, () => {
      if (!connection.writable) return void connection.destroy();
      connection.end(isTold ? '' : lastReply(error, publicUrl()));
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
