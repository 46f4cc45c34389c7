import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { PasswordHasher } from './password-hash.ts';

/** The dependencies of signing in. */
export interface SignInPorts {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  hasher: PasswordHasher;
  sessionDays: number;
}

/** The person as an actor in the audit log. */
export function actorOf(person: { personId: number; sessionId: string; name: string }): Actor {
  const { personId, sessionId, name } = person;
  return { kind: 'person', personId, sessionId, name };
}
