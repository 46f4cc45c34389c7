import { accessMutants } from './access.ts';
import { accountsMutants } from './accounts.ts';
import { batchesMutants } from './batches.ts';
import { booksMutants } from './books.ts';
import { commandLineMutants } from './command-line.ts';
import { commandsMutants } from './commands.ts';
import { consentMutants } from './consent.ts';
import { consoleMutants } from './console.ts';
import { contractMutants } from './contract.ts';
import { databaseMutants } from './database.ts';
import { deliveriesMutants } from './deliveries.ts';
import { describedMutants } from './described.ts';
import { doorsMutants } from './doors.ts';
import { faceMutants } from './face.ts';
import { httpMutants } from './http.ts';
import { idempotencyMutants } from './idempotency.ts';
import { installationMutants } from './installation.ts';
import { keysMutants } from './keys.ts';
import { limitsMutants } from './limits.ts';
import { messagesMutants } from './messages.ts';
import { moneyMutants } from './money.ts';
import type { Mutant } from './mutant.ts';
import { outboundMutants } from './outbound.ts';
import { outcomesMutants } from './outcomes.ts';
import { pageMutants } from './page.ts';
import { peopleMutants } from './people.ts';
import { platformMutants } from './platform.ts';
import { pricesMutants } from './prices.ts';
import { providersMutants } from './providers.ts';
import { pumpingMutants } from './pumping.ts';
import { receiptsMutants } from './receipts.ts';
import { replaysMutants } from './replays.ts';
import { reportsMutants } from './reports.ts';
import { resolvingMutants } from './resolving.ts';
import { reviewMutants } from './review.ts';
import { sandboxMutants } from './sandbox.ts';
import { sdkMutants } from './sdk.ts';
import { searchMutants } from './search.ts';
import { sessionsMutants } from './sessions.ts';
import { settingsMutants } from './settings.ts';
import { silenceMutants } from './silence.ts';
import { smppMutants } from './smpp.ts';
import { templatesMutants } from './templates.ts';
import { toldMutants } from './told.ts';
import { vendorsMutants } from './vendors.ts';
import { viewsMutants } from './views.ts';
import { visitsMutants } from './visits.ts';
import { walletsMutants } from './wallets.ts';
import { watchingMutants } from './watching.ts';
import { webhookMutants } from './webhooks.ts';
import { wiringMutants } from './wiring.ts';

/** Every bug that the tests are known to see, by the area whose guarantees it breaks. */
export const mutantAreas: Readonly<Record<string, readonly Mutant[]>> = {
  access: accessMutants,
  batches: batchesMutants,
  books: booksMutants,
  'command-line': commandLineMutants,
  console: consoleMutants,
  contract: contractMutants,
  database: databaseMutants,
  deliveries: deliveriesMutants,
  doors: doorsMutants,
  face: faceMutants,
  http: httpMutants,
  installation: installationMutants,
  keys: keysMutants,
  limits: limitsMutants,
  messages: messagesMutants,
  money: moneyMutants,
  page: pageMutants,
  people: peopleMutants,
  platform: platformMutants,
  pumping: pumpingMutants,
  replays: replaysMutants,
  sdk: sdkMutants,
  search: searchMutants,
  sessions: sessionsMutants,
  idempotency: idempotencyMutants,
  outbound: outboundMutants,
  outcomes: outcomesMutants,
  resolving: resolvingMutants,
  told: toldMutants,
  wallets: walletsMutants,
  webhooks: webhookMutants,
  silence: silenceMutants,
  smpp: smppMutants,
  vendors: vendorsMutants,
  described: describedMutants,
  providers: providersMutants,
  receipts: receiptsMutants,
  review: reviewMutants,
  templates: templatesMutants,
  reports: reportsMutants,
  prices: pricesMutants,
  accounts: accountsMutants,
  consent: consentMutants,
  wiring: wiringMutants,
  settings: settingsMutants,
  watching: watchingMutants,
  visits: visitsMutants,
  sandbox: sandboxMutants,
  commands: commandsMutants,
  views: viewsMutants,
};
