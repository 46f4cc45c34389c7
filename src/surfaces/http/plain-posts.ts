import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isAmbiguous } from './framing.ts';

/** A request as handlers see it, whether the framework or the fast path has read it. */
export interface Post {
  id: string;
  headers: IncomingHttpHeaders;
  address: string;
  body: Buffer | undefined;
  /** The account that called; set by the handler once it is known. */
  account?: number;
}

/** A reply, with the headers that it has in addition to the common ones. */
export interface PostReply {
  status: number;
  body: string;
  headers?: Readonly<Record<string, string>>;
  /** The reason of an error. */
  reason?: string;
}

export type PostHandler = (post: Post) => Promise<PostReply>;

interface PlainPostsOptions {
  bodyLimit: number;
  nextId(): string;
  /** Whether to leave all requests to the framework, which refuses those at the end of a shutdown. */
  isLeft(): boolean;
  /** The client's address. */
  addressOf(request: IncomingMessage): string;
  /** Handles a request and turns a thrown error into a reply. */
  answer(handle: PostHandler, post: Post): Promise<PostReply>;
  /** Notes that a request was answered, for the log. */
  onAnswered(path: string, post: Post, reply: PostReply, ms: number): void;
}

/**
 * A fast path for ordinary requests: a POST of JSON to one of our exact paths, with a Content-Length. It
 * bypasses the framework, which takes a fifth of a bare server's time for features that such a request does
 * not use. All other requests go through the framework and end in the same handler, so unusual requests are
 * handled in one place.
 */
interface PlainPosts {
  add(path: string, handle: PostHandler): void;
  /** Answers the request if it is an ordinary one; returns false to leave it to the framework. */
  take(request: IncomingMessage, response: ServerResponse): boolean;
}

export function createPlainPosts(options: PlainPostsOptions): PlainPosts {
  const handlers = new Map<string, PostHandler>();
  return {
    add(path, handle) {
      handlers.set(path, handle);
    },
    take(request, response) {
      const path = request.url as string;
      const handle = handlers.get(path);
      if (!handle || !isUsual(request, options.bodyLimit) || options.isLeft()) return false;
      const startedMs = performance.now();
      const { headers } = request;
      const address = options.addressOf(request);
      // If the client disconnects before its request is complete, this never ends and no reply is sent.
      collect(request, (body) => {
        const post: Post = { id: options.nextId(), headers, address, body };
        options.answer(handle, post).then(
          (reply) => {
            writeReply(response, reply);
            options.onAnswered(path, post, reply, performance.now() - startedMs);
          },
          () => response.destroy(),
        );
      });
      return true;
    },
  };
}

const digits = /^[0-9]{1,9}$/;

function isUsual(request: IncomingMessage, bodyLimit: number): boolean {
  const { method, headers } = request;
  const length = headers['content-length'];
  return (
    method === 'POST' &&
    headers['content-type'] === 'application/json' &&
    headers['transfer-encoding'] === undefined &&
    length !== undefined &&
    digits.test(length) &&
    Number(length) <= bodyLimit &&
    !isAmbiguous(request)
  );
}

function collect(request: IncomingMessage, onWhole: (body: Buffer) => void): void {
  let first: Buffer | undefined;
  let rest: Buffer[] | undefined;
  request.on('data', (chunk: Buffer) => {
    if (!first) first = chunk;
    else if (rest) rest.push(chunk);
    else rest = [first, chunk];
  });
  request.on('end', () => onWhole(rest ? Buffer.concat(rest) : (first ?? Buffer.alloc(0))));
}

export function writeReply(response: ServerResponse, { status, headers, body }: PostReply): void {
  // The client has disconnected.
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
