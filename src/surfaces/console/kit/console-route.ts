import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { Change } from '../../../foundation/audit/change-queries.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import type { SignedIn } from '../../../people/sign-in/signed-in.ts';
import type { ConsolePorts } from './console-ports.ts';
import type { Right } from './rights.ts';

/** Who makes the request, in which scope, and what its handler works with. */
export interface ConsoleContext extends ConsolePorts {
  /** Whose data the request is about. Every query takes it first. */
  scope: Scope;
  person: SignedIn;
  /** Whether the person is an operator: only they see costs, margins and the providers' own messages. */
  isOperator: boolean;
  language: Language;
  /** Makes a change in the name of the signed-in person. */
  change<Result>(action: string, work: (change: Change) => Promise<Result>): Promise<Result>;
}

/** A file or an event stream instead of a JSON document. */
export interface StreamReply {
  type: string;
  /** The download's file name; none for a stream. */
  fileName?: string;
  body: Readable | Buffer;
}

type Input<Query, Body> = {
  query: Query extends TObject ? Static<Query> : Record<string, never>;
  body: Body extends TObject ? Static<Body> : Record<string, never>;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
};

/** One route of the console as data: its right, its schemas and its handler. */
export interface ConsoleRoute {
  method: 'GET' | 'POST';
  /** The path below the scope, such as `/keys/create`. */
  path: `/${string}`;
  right: Right;
  summary: string;
  query?: TObject;
  body?: TObject;
  /** The maximum body size in bytes, for routes that accept images; otherwise the server's default. */
  bodyLimit?: number;
  /** The schema of the reply, or a media type for a file or a stream. */
  reply: TSchema | string;
  handle(context: ConsoleContext, input: Input<TObject, TObject>): Promise<unknown>;
}

/** Ties a handler's input and result types to the route's schemas. */
export function consoleRoute<
  Reply extends TSchema | string,
  Query extends TObject | undefined = undefined,
  Body extends TObject | undefined = undefined,
>(
  route: Omit<ConsoleRoute, 'query' | 'body' | 'reply' | 'handle'> & {
    query?: Query;
    body?: Body;
    reply: Reply;
    handle(
      context: ConsoleContext,
      input: Input<Query, Body>,
    ): Promise<Reply extends TSchema ? Static<Reply> : StreamReply>;
  },
): ConsoleRoute {
  return route as unknown as ConsoleRoute;
}
