/** Roles of people who run the platform. */
export const operatorRoles = ['owner', 'operator', 'finance', 'support', 'viewer'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Roles of people in an account. */
export const memberRoles = ['owner', 'developer', 'finance', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];
