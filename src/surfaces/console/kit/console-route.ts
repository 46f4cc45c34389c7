import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { Act } from '../../../foundation/audit/acts.ts';
import type { Change } from '../../../foundation/audit/change-queries.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import type { RelyingParty } from '../../../people/sign-in/passkey.ts';
import type { Session } from '../../../people/sign-in/session-queries.ts';
import type { SignedIn } from '../../../people/sign-in/signed-in.ts';
import type { Visitor } from '../../../people/sign-in/throttle.ts';
import type { Kept, KeptName } from '../session/kept-cookie.ts';
import type { ConsolePorts } from './console-ports.ts';
import type { Right, Step } from './rights.ts';

interface RequestContext extends ConsolePorts {
  language: Language;
  /** Makes a change in the name of the signed-in person. */
  change<Result>(action: Act, work: (change: Change) => Promise<Result>): Promise<Result>;
}

/** Who makes the request, in which scope, and what its handler works with. */
export interface ConsoleContext extends RequestContext {
  /** Whose data the request is about. Every query takes it first. */
  scope: Scope;
  person: SignedIn;
  /** Reads session and rights again, for a reply that goes on for minutes. */
  isStillAllowed(): Promise<boolean>;
  /** Whether the person is an operator: only they see costs, margins and the providers' own messages. */
  isOperator: boolean;
}

/** The context of a route of the sign-in, which has no scope yet. */
export interface SessionContext extends RequestContext {
  visitor: Visitor;
  /** The session cookie, valid or not. */
  token: string | undefined;
  /** The session; undefined only on routes open to anyone. */
  session: Session | undefined;
  relyingParty(): RelyingParty;
  canUsePasskeys: boolean;
  /** Sets the session cookie, or removes it. */
  keep(token: string | null): void;
  /** Marks the browser as known for this person. */
  keepDevice(personId: number): void;
  /** What the browser keeps for a few minutes during a sign-in by redirects. */
  kept<Name extends KeptName>(name: Name): Kept[Name] | undefined;
  keepFor<Name extends KeptName>(name: Name, value: Kept[Name] | null): void;
}

/** The context of a route of the sign-in that requires a session. */
export interface SignedInContext extends SessionContext {
  session: Session;
}

type ContextOf<Asked> = Asked extends Right
  ? ConsoleContext
  : Asked extends 'anyone'
    ? SessionContext
    : SignedInContext;

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
  /** Such as `/keys/create`: below the scope for a right, below `/console/api` for a step of the sign-in. */
  path: `/${string}`;
  right: Right | Step;
  /** Whether the route takes a password, and therefore requires a secure connection. */
  isSecret?: boolean;
  summary: string;
  query?: TObject;
  body?: TObject;
  /**
   * Whether `cell=N` in the query asks another cell: the same route is answered there, by the rights of the same
   * person there. Only for reads of the platform.
   */
  overCells?: boolean;
  /** What goes to another cell instead of the body. */
  forward?(body: Readonly<Record<string, unknown>>): object;
  /** The maximum body size in bytes, for routes that accept images; otherwise the server's default. */
  bodyLimit?: number;
  /** The schema of the reply, or a media type for a file or a stream. */
  reply: TSchema | string;
  handle(context: ConsoleContext, input: Input<TObject, TObject>): Promise<unknown>;
}

/** Ties a handler's context, input and result types to the route's right and schemas. */
export function consoleRoute<
  Asked extends Right | Step,
  Reply extends TSchema | string,
  Query extends TObject | undefined = undefined,
  Body extends TObject | undefined = undefined,
>(
  route: Omit<ConsoleRoute, 'right' | 'query' | 'body' | 'reply' | 'handle'> & {
    right: Asked;
    query?: Query;
    body?: Body;
    reply: Reply;
    handle(
      context: ContextOf<Asked>,
      input: Input<Query, Body>,
    ): Promise<Reply extends TSchema ? Static<Reply> : StreamReply>;
  },
): ConsoleRoute {
  return route as unknown as ConsoleRoute;
}
