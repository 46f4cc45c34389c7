import { cutEndlessAnswers } from './cut-endless-answers.ts';
import { findUrlFault } from './find-url-fault.ts';
import { Forbidden, guardedConnector } from './guarded-connector.ts';
import { createHttpClient, type HttpAnswer, type HttpRequest } from './http-client.ts';
import type { Lookup } from './public-lookup.ts';

/**
 * Sends to addresses that customers set. They lead nowhere but to the public internet and to the
 * operator's allowed hosts, whatever they look like and whatever their names resolve to.
 */
export interface GuardedClient {
  /** Throws Forbidden besides what every client throws; a redirect is an answer like any other. */
  post(request: Omit<HttpRequest, 'method'>): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface GuardedClientOptions {
  /** Hosts, or hosts with their port, that may be private. */
  allowedHosts: readonly string[];
  connections: number;
  connectTimeoutMs: number;
  /** All addresses of a name; public name servers are asked where it is left out. */
  lookup?: Lookup;
}

/** Nobody needs more of what a customer's server answers, however long it goes on. */
const longestAnswer = { bytes: 16 * 1024, isCut: true };

/** With its header fields, and what has arrived before anybody can stop it. */
const longestOnTheWire = 256 * 1024;

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { allowedHosts, connections, connectTimeoutMs } = options;
  const connect = cutEndlessAnswers(guardedConnector(options), longestOnTheWire);
  const http = createHttpClient({ connections, connectTimeoutMs, connect, longestAnswer });
  return {
    async post(request) {
      // Rules and allowed hosts may have changed since the address was saved.
      if (findUrlFault(request.url, allowedHosts)) throw new Forbidden(request.url);
      return http.request({ ...request, method: 'POST' });
    },
    close: http.close,
  };
}
