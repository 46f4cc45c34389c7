import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { Change } from '../../../foundation/audit/change-queries.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import type { SignedIn } from '../../../people/sign-in/signed-in.ts';
import type { ConsolePorts } from './console-ports.ts';
import type { Right } from './rights.ts';

/** Who asks, in whose name, and what there is to answer with. */
export interface ConsoleContext extends ConsolePorts {
  /** Whose data the question is about. It goes first to every query. */
  scope: Scope;
  person: SignedIn;
  /** Whether they run the platform: costs, margins and providers' words are theirs alone. */
  isOperator: boolean;
  language: Language;
  /** Makes a change in the name of whoever is signed in. */
  change<Result>(action: string, work: (change: Change) => Promise<Result>): Promise<Result>;
}

/** A file, or a stream of events, in place of a JSON document. */
export interface StreamReply {
  type: string;
  /** For the browser to keep it under; none for what is read as it comes. */
  fileName?: string;
  body: Readable | Buffer;
}

type Input<Query, Body> = {
  query: Query extends TObject ? Static<Query> : Record<string, never>;
  body: Body extends TObject ? Static<Body> : Record<string, never>;
  /** Aborted when the asker has gone. */
  signal: AbortSignal;
};

/** One route of the console, as data: its right, its schemas and what it does. */
export interface ConsoleRoute {
  method: 'GET' | 'POST';
  /** Below the scope, such as `/keys/create`. */
  path: `/${string}`;
  right: Right;
  summary: string;
  query?: TObject;
  body?: TObject;
  /** The largest body in bytes, where pictures are in it; as everywhere else without it. */
  bodyLimit?: number;
  /** What is answered; a media type for a file or a stream. */
  reply: TSchema | string;
  handle(context: ConsoleContext, input: Input<TObject, TObject>): Promise<unknown>;
}

/** Ties what a route takes and answers to its schemas. */
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
