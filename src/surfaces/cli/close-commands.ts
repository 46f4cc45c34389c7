import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Money } from '../../foundation/money.ts';
import { closeAccount, recordPayOut, reopenAccount } from '../../line/closures/close-account.ts';
import type { PayOut } from '../../money/ledger/pay-out-queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { OnInstallation } from './command-action.ts';
import { readAmount } from './read-option.ts';

interface CloseOptions {
  account: number;
  reason?: string;
  whenSettled?: boolean;
  paidOut?: string;
  amount?: Money;
  out?: string;
}

export function registerClose(
  verb: (name: string, description: string) => Command,
  onInstallation: OnInstallation,
): void {
  verb('close', 'Close an account, show where a closure stands, or record its pay-out')
    .option('--reason <text>', 'Reason, for the pay-out note and the audit log')
    .option('--when-settled', 'Close it as soon as its open calls and checks have ended')
    .option('--paid-out <reference>', 'Record that its balance was paid out, with your reference')
    .option('--amount <amount>', 'Amount that was paid out', readAmount)
    .option('--out <folder>', 'Folder for the final statements and the pay-out note, as PDF')
    .action(
      onInstallation(async (context, options: CloseOptions) => {
        // Loaded here, because the help of all account commands loads this file.
        const { showClosure, writePapers } = await import('./close-papers.ts');
        const { account: accountId, reason = '', whenSettled = false } = options;
        const paid = paidOutOf(options);
        await context.change('account.close', (by) =>
          closeAccount(by, { accountId, reason, whenSettled }),
        );
        if (paid) await context.change('account.pay-out', (by) => recordPayOut(by, paid));
        const files =
          options.out === undefined ? [] : await writePapers(context, options.out, accountId);
        return showClosure(context, accountId, files);
      }),
    );

  verb('reopen', 'Reopen a closed account whose data are not erased yet').action(
    onInstallation(async ({ pool, change }, { account: accountId }: { account: number }) => {
      await change('account.reopen', (by) => reopenAccount(by, accountId));
      const account = await requireAccount(pool, accountId);
      const text = `Account ${accountId} (${account.name}) reopened. Its keys stay revoked: create new ones.`;
      return { json: account, text };
    }),
  );
}

/** The pay-out to record, if there is one. */
function paidOutOf({ account, paidOut, amount }: CloseOptions): PayOut | undefined {
  if (paidOut === undefined) return undefined;
  return {
    accountId: account,
    reference: paidOut,
    amount: amount ?? refuse('pay_out_amount_missing'),
  };
}
