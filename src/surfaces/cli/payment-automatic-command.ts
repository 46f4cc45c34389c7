import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { findAutoTopUp, turnOffAutoTopUp } from '../../money/payments/auto-topup-queries.ts';
import type { OnInstallation } from './command-action.ts';
import { readId } from './read-option.ts';
import { pairs, plain } from './show.ts';

interface AutomaticOptions {
  account: number;
  off?: true;
}

export function registerAutomatic(payment: Command, onInstallation: OnInstallation): void {
  payment
    .command('automatic')
    .description('Show the automatic top-up of an account, or switch it off')
    .requiredOption('--account <id>', 'Account', readId)
    .option('--off', 'Switch it off; the customer can switch it on again')
    .action(
      onInstallation(async ({ pool, change, config }, { account, off }: AutomaticOptions) => {
        if (off) await change('payment.automatic', (by) => turnOffAutoTopUp(by, account));
        const time = { timeZone: config.timeZone, now: null };
        const found = await findAutoTopUp(pool, account, time);
        if (!found) return refuse('auto_topup_not_set', { account });
        // Stripe's names for the card are of use to nobody here.
        const { savedRef: _, ...facts } = found;
        return { json: plain(facts), text: pairs(facts) };
      }),
    );
}
