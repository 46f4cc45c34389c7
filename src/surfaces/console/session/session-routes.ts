import { enrolRoutes } from './enrol-routes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { ownRoutes } from './own-routes.ts';
import type { SessionRoute } from './session-route.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** Everything below `/console/api/session`, but the way over a provider of identities. */
export const sessionRoutes: readonly SessionRoute[] = [
  ...signInRoutes,
  ...enrolRoutes,
  ...ownRoutes,
  ...invitationRoutes,
];
