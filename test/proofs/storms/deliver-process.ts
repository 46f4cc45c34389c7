/**
 * A process that records events and delivers them until it is killed; its settings are in the
 * environment.
 */
import { createPool } from '../../../src/foundation/db/connect.ts';
import { createVault } from '../../../src/foundation/vault.ts';
import { createWebhookFixture } from '../../kit/webhook-fixture.ts';

const [target = '', key = '', accounts = '', isQuiet] = process.argv.slice(2);
const pool = createPool(target, { max: 4, applicationName: 'test' });
const fixture = createWebhookFixture(pool, createVault(Buffer.from(key, 'hex')));
fixture.deliverer({ pace: { pollMs: 10, leaseMs: 1_000 } }).start();
process.stdout.write('started\n');
while (isQuiet !== 'quiet') {
  for (const accountId of accounts.split(',')) await fixture.happen(Number(accountId), 5);
}
