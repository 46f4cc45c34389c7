import { createCertificateNotes, noteCertificates } from './certificate-notes.ts';
import { cutEndlessAnswers } from './cut-endless-answers.ts';
import { findUrlFault } from './find-url-fault.ts';
import { Forbidden, guardedConnector } from './guarded-connector.ts';
import { createHttpClient, type HttpAnswer, type HttpRequest } from './http-client.ts';
import type { Lookup } from './public-lookup.ts';

/**
 * Sends to URLs that customers set. It connects only to the public internet and to the operator's allowed
 * hosts, whatever the URL looks like and whatever its name resolves to.
 */
export interface GuardedClient {
  /** Throws Forbidden in addition to HttpClient's errors; a redirect is returned like any other response. */
  post(request: Omit<HttpRequest, 'method'>): Promise<HttpAnswer>;
  /** Days until the first certificate expires, of the hosts it connected to; null if it knows none. */
  certificateDays(): number | null;
  close(): Promise<void>;
}

interface GuardedClientOptions {
  /** Hosts, with or without a port, that may be private. */
  allowedHosts: readonly string[];
  connections: number;
  connectTimeoutMs: number;
  /** Resolves all addresses of a name; the default is `publicLookup`. */
  lookup?: Lookup;
}

/** The most of a customer server's response that is of use; the rest is cut off. */
const longestAnswer = { bytes: 16 * 1024, isCut: true };

/** The limit including headers and the bytes that arrive before the connection can be closed. */
const longestOnTheWire = 256 * 1024;

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { allowedHosts, connections, connectTimeoutMs } = options;
  const certificates = createCertificateNotes();
  const connector = noteCertificates(guardedConnector(options), certificates);
  const connect = cutEndlessAnswers(connector, longestOnTheWire);
  const http = createHttpClient({ connections, connectTimeoutMs, connect, longestAnswer });
  return {
    async post(request) {
      // The rules and the allowed hosts may have changed since the URL was saved.
      if (findUrlFault(request.url, allowedHosts)) throw new Forbidden(request.url);
      return http.request({ ...request, method: 'POST' });
    },
    certificateDays: () => certificates.daysLeft(),
    close: http.close,
  };
}
