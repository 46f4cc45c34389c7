import type { MemberRole, OperatorRole } from './roles.ts';

/** How far somebody has come: with a password alone, with a second factor yet to make, or all the way. */
export type SessionStage = 'password' | 'enrol' | 'full';

/** Somebody at the console, as their session says. */
export interface SignedIn {
  sessionId: string;
  personId: number;
  name: string;
  stage: SessionStage;
  /** Null for whoever does not run the platform. */
  operatorRole: OperatorRole | null;
  /** The accounts that they belong to. */
  memberships: ReadonlyMap<number, MemberRole>;
  /** When they last proved their second factor. */
  factorAt: Date | null;
}
