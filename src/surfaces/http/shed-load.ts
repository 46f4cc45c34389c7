import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type EventLoopLag, measureEventLoopLag } from './event-loop-lag.ts';
import { isAmbiguous } from './framing.ts';
import { type PostReply, writeReply } from './plain-posts.ts';

/** Refused callers are asked to come back after this time (Retry-After). */
const comeBackMs = 1_000;

/** While the event loop is later than this, refusals themselves take too much of it. */
const longestLagMs = 50;

interface LoadShedderOptions {
  /** The refusal, in the caller's language. */
  refusal(request: IncomingMessage): PostReply;
  /** Whether a proxy sends the requests of many callers over the same connections. */
  hasProxy: boolean;
  lag?: EventLoopLag;
}

/** When requests of a path are refused as overload, and who counts them. */
export interface Shedding {
  isRefused(): boolean;
  count?(): void;
}

/**
 * Refuses requests that cannot be served in time when their headers have arrived, before the body is read
 * and before anything is parsed: under overload a refusal must cost a small part of what a call costs.
 */
interface LoadShedder {
  add(path: string, shedding: Shedding): void;
  /** Refuses the request if its path is overloaded; returns false to let it pass. */
  take(request: IncomingMessage, response: ServerResponse): boolean;
  stop(): void;
}

export function createLoadShedder({
  refusal,
  hasProxy,
  lag = measureEventLoopLag(),
}: LoadShedderOptions): LoadShedder {
  const paths = new Map<string, Shedding>();
  return {
    add(path, shedding) {
      paths.set(path, shedding);
    },
    take(request, response) {
      if (request.method !== 'POST') return false;
      const shedding = paths.get(pathOf(request.url as string));
      // A request whose end is ambiguous must close its connection, so it goes the usual way.
      if (!shedding?.isRefused() || isAmbiguous(request)) return false;
      shedding.count?.();
      const writeRefusal = () => writeReply(response, refusal(request));
      // Closing a connection with unread input would reset it and destroy the reply.
      if (response.shouldKeepAlive) writeRefusal();
      else request.resume().once('end', writeRefusal);
      // Behind a proxy, the next request on this connection may be another caller's.
      if (!hasProxy && lag.ms() > longestLagMs) {
        response.once('finish', () => void leaveUnread(request.socket));
      }
      return true;
    },
    stop: lag.stop,
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/**
 * Reads nothing from a refused caller until it may come back. A caller that keeps to Retry-After does not
 * notice; one that retries at once would otherwise take the time in which calls are served.
 */
async function leaveUnread(socket: Socket): Promise<void> {
  // At the end of a request Node starts to read the next one; pausing before that has no effect.
  await setImmediate();
  socket.pause();
  setTimeout(() => socket.resume(), comeBackMs).unref();
}
