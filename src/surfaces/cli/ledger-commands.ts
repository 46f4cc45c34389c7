import type { Command } from 'commander';
import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import { audit } from '../../money/ledger/audit-ledger.ts';
import type { OnInstallation } from './command-action.ts';
import { joinTexts, table, withRequestId } from './show.ts';

export function registerLedgerCommands(ledger: Command, onInstallation: OnInstallation): void {
  ledger
    .command('audit')
    .description('Verify the books from all transfers')
    .action(
      onInstallation(async ({ pool }) => {
        const result = await audit(pool);
        const { wallets, calls, transfers } = result;
        const read = [
          pluralize(wallets, 'wallet'),
          pluralize(calls, 'call'),
          pluralize(transfers, 'transfer'),
        ].join(', ');
        const rows = result.faults.map((f) => [f.kind, f.accountId, f.mode, f.callId, f.detail]);
        const titles = ['fault', 'account', 'mode', 'request ID', 'detail'];
        const text = result.ok
          ? `The books are correct: ${read}.`
          : `The books are wrong (${read}). Amounts are in ten-thousandths.`;
        return {
          json: { ...result, faults: result.faults.map(withRequestId) },
          text: joinTexts(text, table(titles, rows, '')),
          isBad: !result.ok,
        };
      }),
    );
}
