import type { Pool } from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { PaymentProvider } from '../../vendors/providers/payment.ts';
import type { ProviderContext } from '../../vendors/providers/provider.ts';

/** What beginning and following payments needs. */
export interface PaymentPorts {
  pool: Pool;
  clock: Clock;
  log: Log;
  providers: ReadonlyMap<string, PaymentProvider>;
  settings: { currency: string; providerTimeoutMs: number; timeZone: string };
  /** The base URL of the page on which payments inside an app are made. */
  personUrl(): string;
}

/** One request to a vendor. It ends at its deadline, even if the adapter does not notice. */
export async function within<Answer>(
  { settings }: Pick<PaymentPorts, 'settings'>,
  ask: (context: ProviderContext) => Promise<Answer>,
): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    ending.abort();
    reject(new Error(`no answer within ${settings.providerTimeoutMs} ms`));
  }, settings.providerTimeoutMs);
  const ending = new AbortController();
  try {
    return await Promise.race([ask({ signal: ending.signal }), late]);
  } finally {
    clearTimeout(timer);
  }
}
