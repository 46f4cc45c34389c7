import type { Static, TObject, TSchema } from 'typebox';
import type { Change } from '../../../foundation/audit/change-queries.ts';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import type { Config } from '../../../foundation/settings/config.ts';
import type { PasskeyPlace } from '../../../people/sign-in/passkey.ts';
import type { Session } from '../../../people/sign-in/session-queries.ts';
import type { SignInPorts } from '../../../people/sign-in/sign-in-ports.ts';
import type { Visitor } from '../../../people/sign-in/throttle.ts';

/** What the session routes work with. */
export interface SessionPorts extends SignInPorts {
  config: Config;
  publicUrl(): string;
  version: string;
}

/**
 * The sign-in step that a route requires. `anyone`: none. `known`: the password. `enrolling`: enrolment is
 * the next step, or the second factor is recent. `full`: fully signed in. `fresh`: fully signed in, and the
 * second factor is recent.
 */
export type Access = 'anyone' | 'known' | 'enrolling' | 'full' | 'fresh';

export interface SessionContext extends SessionPorts {
  visitor: Visitor;
  language: Language;
  /** The session cookie, valid or not. */
  token: string | undefined;
  /** The session; undefined only on routes open to anyone. */
  session: Session | undefined;
  passkeyPlace(): PasskeyPlace;
  canUsePasskeys: boolean;
  /** Sets the session cookie, or removes it. */
  keep(token: string | null): void;
  /** Marks the browser as known for this person. */
  keepDevice(personId: number): void;
  change<Result>(action: string, work: (change: Change) => Promise<Result>): Promise<Result>;
}

/** The context of a route that requires a signed-in person. */
export interface SignedInContext extends SessionContext {
  session: Session;
}

/** One route below `/console/api/session`, as data. */
export interface SessionRoute {
  method: 'GET' | 'POST';
  path: `/${string}` | '';
  access: Access;
  /** Whether the route takes a password, and therefore requires a secure connection. */
  isSecret?: boolean;
  summary: string;
  body?: TObject;
  reply: TSchema;
  handle(context: SignedInContext, body: Record<string, unknown>): Promise<unknown>;
}

/** Ties a handler's input and result types to the route's schemas. */
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
