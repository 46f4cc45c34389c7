import type { Static, TObject, TSchema } from 'typebox';
import type { Change } from '../../../foundation/audit/change-queries.ts';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import type { Config } from '../../../foundation/settings/config.ts';
import type { PasskeyPlace } from '../../../people/sign-in/passkey.ts';
import type { Session } from '../../../people/sign-in/session-queries.ts';
import type { SignInPorts } from '../../../people/sign-in/sign-in-ports.ts';
import type { Visitor } from '../../../people/sign-in/throttle.ts';

/** What the routes of a session are answered with. */
export interface SessionPorts extends SignInPorts {
  config: Config;
  publicUrl(): string;
  version: string;
}

/**
 * How far somebody must have come. `anyone`: not at all. `known`: the password. `enrolling`: to enrol is
 * their next step, or the second factor was shown a moment ago. `full`: all the way. `fresh`: and the
 * second factor a moment ago.
 */
export type Access = 'anyone' | 'known' | 'enrolling' | 'full' | 'fresh';

export interface SessionContext extends SessionPorts {
  visitor: Visitor;
  language: Language;
  /** The cookie of the session, whether or not it is one. */
  token: string | undefined;
  /** Who asks; undefined only where anyone may. */
  session: Session | undefined;
  passkeyPlace(): PasskeyPlace;
  canUsePasskeys: boolean;
  /** Gives the browser the cookie of a session, or takes it away. */
  keep(token: string | null): void;
  /** Marks the browser as one in which this person signed in. */
  keepDevice(personId: number): void;
  change<Result>(action: string, work: (change: Change) => Promise<Result>): Promise<Result>;
}

/** The same where somebody must be signed in. */
export interface SignedInContext extends SessionContext {
  session: Session;
}

/** One route below `/console/api/session`, as data. */
export interface SessionRoute {
  method: 'GET' | 'POST';
  path: `/${string}` | '';
  access: Access;
  /** Whether a password is typed here: only where nobody on the way can read it. */
  isSecret?: boolean;
  summary: string;
  body?: TObject;
  reply: TSchema;
  handle(context: SignedInContext, body: Record<string, unknown>): Promise<unknown>;
}

/** Ties what a route takes and answers to its schemas. */
export function sessionRoute<Reply extends TSchema, Body extends TObject, Asked extends Access>(
  route: Omit<SessionRoute, 'body' | 'reply' | 'handle' | 'access'> & {
    access: Asked;
    body?: Body;
    reply: Reply;
    handle(
      context: Asked extends 'anyone' ? SessionContext : SignedInContext,
      body: Static<Body>,
    ): Promise<Static<Reply>>;
  },
): SessionRoute {
  return route as unknown as SessionRoute;
}
