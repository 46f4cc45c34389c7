import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { createVault, type Vault } from '../../foundation/vault.ts';
import type { SessionResult } from '../providers/provider.ts';
import {
  findSessionByRef,
  findSessionBySecret,
  insertSession,
  type SessionRow,
} from './queries.ts';
import type { SessionStore } from './sandbox-face.ts';

/** The path prefix of a session's page; the session's secret follows. */
export const sessionPath = '/sandbox/face/';

/**
 * Stores the sandbox's sessions. The page URL contains a secret of which only the hash is stored. The return
 * URL contains the link of a check, so it is encrypted with that secret: the table alone reveals neither.
 */
export function createSessionStore(pool: Pool): SessionStore {
  return {
    async create({ script, returnUrl, lifeMs }) {
      const sessionRef = `sbx_${randomBytes(12).toString('hex')}`;
      const secret = randomBytes(24).toString('base64url');
      const expiresAt = await insertSession(pool, {
        sessionRef,
        secretHash: hashOf(secret),
        script,
        returnUrl: vaultOf(secret).seal(returnUrl, sessionRef).toString('base64'),
        lifeMs,
      });
      return { sessionRef, path: `${sessionPath}${secret}`, expiresAt };
    },
    async find(sessionRef) {
      const session = await findSessionByRef(pool, sessionRef);
      return session && resultOf(session);
    },
  };
}

/** A session as its page sees it, with the return URL decrypted. */
export async function openSession(pool: Pool, secret: string): Promise<SessionRow | undefined> {
  const session = await findSessionBySecret(pool, hashOf(secret));
  if (!session) return undefined;
  const sealed = Buffer.from(session.returnUrl, 'base64');
  return { ...session, returnUrl: vaultOf(secret).open(sealed, session.sessionRef) };
}

/** No face is compared: the tester decides for the person whom the check names. */
function resultOf({ sessionRef: taskId, outcome, reason, isExpired }: SessionRow): SessionResult {
  if (outcome === 'passed') return { state: outcome, taskId, compared: 'given' };
  if (outcome === 'failed' && reason) return { state: outcome, taskId, reason };
  return { state: outcome ?? (isExpired ? 'expired' : 'open'), taskId };
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function vaultOf(secret: string): Vault {
  return createVault(createHash('sha256').update(`way back ${secret}`).digest());
}
