import { enrolRoutes } from './enrol-routes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { ownRoutes } from './own-routes.ts';
import type { SessionRoute } from './session-route.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** Every route below `/console/api/session`, except for OpenID Connect. */
export const sessionRoutes: readonly SessionRoute[] = [
  ...signInRoutes,
  ...enrolRoutes,
  ...ownRoutes,
  ...invitationRoutes,
];
