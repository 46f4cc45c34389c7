import type { MemberRole, OperatorRole } from './roles.ts';

/** How far sign-in has come: password only, second factor still to be enrolled, or complete. */
export type SessionStage = 'password' | 'enrol' | 'full';

/** The person at the console, from their session. */
export interface SignedIn {
  sessionId: string;
  personId: number;
  name: string;
  stage: SessionStage;
  /** Null for a person who does not run the platform. */
  operatorRole: OperatorRole | null;
  /** The person's accounts, with their role in each. */
  memberships: ReadonlyMap<number, MemberRole>;
  /** When the person last verified their second factor. */
  factorAt: Date | null;
}
