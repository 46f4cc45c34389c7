/** Who changes something, as the audit log names them. */
export type Actor =
  /** Somebody at the console, by the session that they signed in with. */
  | { kind: 'person'; personId: number; sessionId: string; name: string }
  /** Somebody at the command line, by their name in the operating system. */
  | { kind: 'command_line'; name: string }
  /** A program of the account, by the key that it called with. */
  | { kind: 'key'; keyId: number; name: string }
  /** The platform itself: a job, or its first start. */
  | { kind: 'platform'; name: string };

/** The log also knows those who changed the database past the program, by their name there. */
export type RecordedActor = Actor | { kind: 'database'; name: string };
