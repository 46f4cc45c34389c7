import type { Command } from 'commander';
import { audit } from '../../money/ledger/audit.ts';
import type { OnInstallation } from './command-action.ts';
import { table } from './show.ts';

export function registerLedgerCommands(ledger: Command, onInstallation: OnInstallation): void {
  ledger
    .command('audit')
    .description('prove from the rows that the books are right')
    .action(
      onInstallation(async ({ pool }) => {
        const result = await audit(pool);
        const { wallets, calls, transfers } = result;
        const read = `${wallets} wallets, ${calls} calls, ${transfers} transfers`;
        const rows = result.faults.map((f) => [f.kind, f.accountId, f.mode, f.callId, f.detail]);
        const faults = table(['kind', 'account', 'mode', 'call', 'what is wrong'], rows);
        const text = result.ok
          ? `The books are right: ${read}.`
          : `The books are wrong (${read}). Amounts are in ten-thousandths.\n\n${faults}`;
        return { json: result, text, isBad: !result.ok };
      }),
    );
}
