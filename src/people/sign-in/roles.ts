/** What somebody may do who runs the platform. */
export const operatorRoles = ['owner', 'operator', 'finance', 'support', 'viewer'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** What somebody may do in an account of theirs. */
export const memberRoles = ['owner', 'developer', 'finance', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];
