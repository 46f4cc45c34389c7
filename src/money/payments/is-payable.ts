import type { Owner } from '../../foundation/contract/products.ts';
import { readPayee } from '../bank/payee-queries.ts';
import { offersOf } from './payment-offers.ts';
import type { PaymentPorts } from './payment-ports.ts';

/** Whether a customer is offered a way to pay into a wallet: online, or by bank transfer into a live one. */
export async function isPayable(
  ports: Pick<PaymentPorts, 'pool' | 'providers' | 'settings'>,
  owner: Owner,
): Promise<boolean> {
  if ((await offersOf(ports, owner)).length > 0) return true;
  return owner.mode === 'live' && (await readPayee(ports.pool)) !== null;
}
