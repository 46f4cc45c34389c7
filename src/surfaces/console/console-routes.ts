import { accountsRoutes } from './accounts/accounts-routes.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { callsRoutes } from './calls/calls-routes.ts';
import { checksRoutes } from './checks/checks-routes.ts';
import { inboxRoutes } from './inbox/inbox-routes.ts';
import { keysRoutes } from './keys/keys-routes.ts';
import type { ConsoleRoute } from './kit/console-route.ts';
import { overviewRoutes } from './overview/overview-routes.ts';
import { pricesRoutes } from './prices/prices-routes.ts';
import { providersRoutes } from './providers/providers-routes.ts';
import { reviewRoutes } from './review/review-routes.ts';
import { searchBoxRoutes } from './search-box/search-box-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { teamRoutes } from './team/team-routes.ts';
import { templatesRoutes } from './templates/templates-routes.ts';
import { walletRoutes } from './wallet/wallet-routes.ts';
import { webhooksRoutes } from './webhooks/webhooks-routes.ts';

/** Every route of the console's API. Each screen adds its own list here. */
export const consoleRoutes: readonly ConsoleRoute[] = [
  ...accountsRoutes,
  ...auditRoutes,
  ...callsRoutes,
  ...checksRoutes,
  ...inboxRoutes,
  ...keysRoutes,
  ...overviewRoutes,
  ...pricesRoutes,
  ...providersRoutes,
  ...reviewRoutes,
  ...searchBoxRoutes,
  ...settingsRoutes,
  ...teamRoutes,
  ...templatesRoutes,
  ...walletRoutes,
  ...webhooksRoutes,
];
