import type { PlatformActor } from './platform-actors.ts';

/** Who makes a change, as the audit log names them. */
export type Actor =
  /** A person at the console, with the session they signed in with. */
  | { kind: 'person'; personId: number; sessionId: string; name: string }
  /** A person at the command line, by their operating system user name. */
  | { kind: 'command_line'; name: string }
  /** A program of the account, by its API key. */
  | { kind: 'key'; keyId: number; name: string }
  /** The platform itself: a job, or its first start. */
  | { kind: 'platform'; name: PlatformActor };

/**
 * The log also records changes made directly in the database, by the database role, and those of migrations and of older
 * versions, whose parts may have had other names.
 */
export type RecordedActor = Actor | { kind: 'platform' | 'database'; name: string };
