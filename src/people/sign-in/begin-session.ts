import { randomUUIDv7 } from 'node:crypto';
import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { startSession } from './session-queries.ts';
import { actorOf, type SignInPorts } from './sign-in-ports.ts';
import type { SessionStage } from './signed-in.ts';
import type { Visitor } from './throttle.ts';
import { hashToken, makeToken } from './token.ts';

/** A new session. Its token exists only in the cookie; the database stores a hash. */
export interface BegunSession {
  sessionId: string;
  token: string;
  personId: number;
  stage: SessionStage;
}

interface Arrival {
  person: { personId: number; name: string };
  stage: SessionStage;
  /** Whether the identity provider already verified the second factor. */
  hasFactor?: boolean;
  visitor: Visitor;
  /** The cookie of this browser's previous session. */
  replaces: string | undefined;
  /** Who signed in by the word of another cell, as that cell named them. */
  from?: string;
}

/** Starts a session and runs `work` in the same transaction. */
export async function beginSession(
  { pool, sessionDays }: Pick<SignInPorts, 'pool' | 'sessionDays'>,
  action: Act,
  { person, stage, hasFactor = false, visitor, replaces, from }: Arrival,
  work: (change: Change) => Promise<void> = async () => {},
): Promise<BegunSession> {
  const { personId } = person;
  const sessionId = randomUUIDv7();
  const token = makeToken();
  await inChange(pool, actorOf({ ...person, sessionId }), action, async (change) => {
    await work(change);
    await startSession(change, {
      sessionId,
      tokenHash: hashToken(token),
      personId,
      stage,
      hasFactor,
      sessionDays,
      address: visitor.address,
      agent: visitor.agent,
      replaces: replaces === undefined ? undefined : hashToken(replaces),
      from,
    });
  });
  return { sessionId, token, personId, stage };
}
