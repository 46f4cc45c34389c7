import { fail } from '../../foundation/contract/errors/errors.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import type { PaymentProvider } from '../../vendors/providers/payment.ts';
import type { PaymentPorts } from './payment-ports.ts';

const sandbox = 'sandbox';

/** The providers by which a wallet can be topped up: test wallets by the sandbox, live ones by those that are on. */
export function offeredProviders(
  { providers, settings: { currency } }: Pick<PaymentPorts, 'providers' | 'settings'>,
  mode: Mode,
): PaymentProvider[] {
  return [...providers.values()]
    .filter(({ code }) => (code === sandbox) === (mode === 'test'))
    .filter(({ isOff }) => !isOff)
    .filter(({ currencies }) => currencies === 'all' || currencies.includes(currency))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** The first provider that fits what the caller named, and its method. */
export function chooseProvider(
  ports: Pick<PaymentPorts, 'providers' | 'settings'>,
  mode: Mode,
  wanted: string | undefined,
  method: string | undefined,
): { provider: PaymentProvider; method: string } {
  const provider = offeredProviders(ports, mode).find(
    ({ code, methods }) =>
      (wanted === undefined || code === wanted) &&
      (method === undefined || Object.hasOwn(methods, method)),
  );
  const chosen = provider && (method ?? Object.keys(provider.methods)[0]);
  return provider && chosen ? { provider, method: chosen } : fail('payment_method_unavailable');
}
