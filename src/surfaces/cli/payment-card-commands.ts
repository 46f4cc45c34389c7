import type { Command } from 'commander';
import { noteRemovedByHand } from '../../money/payments/remove-methods.ts';
import { listKept } from '../../money/payments/saved-method-queries.ts';
import type { OnInstallation } from './command-action.ts';
import { readUuid } from './read-option.ts';
import { plain, table } from './show.ts';

/** The commands for cards that customers removed, and that their vendors have not removed yet. */
export function registerCards(payment: Command, onInstallation: OnInstallation): void {
  payment
    .command('saved-cards')
    .description('List removed cards that their vendors have not removed yet; the server asks them')
    .action(
      onInstallation(async ({ pool }) => {
        const kept = await listKept(pool, { hours: 0, now: null });
        const rows = kept.map((each) => [
          ...[each.paymentId, each.accountName, each.providerCode, each.savedRef],
          ...[each.droppedAt, each.asked, each.detail],
        ]);
        const titles = ['payment', 'account', 'provider', 'card', 'since', 'asked', 'answer'];
        return { json: kept.map(plain), text: table(titles, rows, 'No cards wait for a vendor.') };
      }),
    );

  payment
    .command('card-removed')
    .description("Note that you removed a saved card in the vendor's console")
    .requiredOption('--payment <id>', 'Payment that saved it', readUuid)
    .requiredOption('--reason <text>', 'What you saw there')
    .action(
      onInstallation(async ({ change }, asked: { payment: string; reason: string }) => {
        const { payment: paymentId, reason } = asked;
        await change('payment.card-removed', (by) => noteRemovedByHand(by, paymentId, reason));
        return { json: { paymentId }, text: `The card of payment ${paymentId} counts as removed.` };
      }),
    );
}
