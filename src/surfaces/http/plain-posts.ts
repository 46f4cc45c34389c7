import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isAmbiguous } from './framing.ts';

/** A request as a handler sees it, whoever has read it. */
export interface Post {
  id: string;
  headers: IncomingHttpHeaders;
  address: string;
  body: Buffer | undefined;
}

/** A reply, with the header fields that it has beside those of every reply. */
export interface PostReply {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

export type PostHandler = (post: Post) => Promise<PostReply>;

export interface PlainPostsOptions {
  bodyLimit: number;
  nextId(): string;
  /**
   * Whether all are left to the framework: it knows who sent them through a proxy, and refuses them when
   * we stop.
   */
  isLeft(): boolean;
  /** Handles a request and turns whatever is thrown into a reply. */
  answer(handle: PostHandler, post: Post): Promise<PostReply>;
}

/**
 * The usual request of a caller, answered without the framework, which takes a fifth of a bare
 * server's time for what such a request has no need of. Usual is a POST of JSON to exactly a path of
 * ours that says how long it is. Everything else goes the framework's way and ends in the same
 * handler: what is odd about a request is known in one place.
 */
export interface PlainPosts {
  add(path: string, handle: PostHandler): void;
  /** Answers the request if it is a usual one; false leaves it to somebody else. */
  take(request: IncomingMessage, response: ServerResponse): boolean;
}

export function createPlainPosts(options: PlainPostsOptions): PlainPosts {
  const handlers = new Map<string, PostHandler>();
  return {
    add(path, handle) {
      handlers.set(path, handle);
    },
    take(request, response) {
      const handle = handlers.get(request.url as string);
      if (!handle || !isUsual(request, options.bodyLimit) || options.isLeft()) return false;
      const { headers } = request;
      const address = request.socket.remoteAddress ?? '';
      // A caller that goes away before its request is whole gets no reply, and the end never comes.
      collect(request, (body) => {
        const post: Post = { id: options.nextId(), headers, address, body };
        options.answer(handle, post).then(
          (reply) => write(response, reply),
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

function write(response: ServerResponse, { status, headers, body }: PostReply): void {
  // Nobody is left to be answered.
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
