import type { Command } from 'commander';
import type { Mode } from '../../foundation/contract/products.ts';
import type { Money } from '../../foundation/money.ts';
import {
  adjust,
  readBalance,
  refund,
  setCreditLimit,
  setLowBalance,
  topUp,
} from '../../money/ledger/queries.ts';
import type { OnInstallation, Output } from './command-action.ts';
import {
  nullable,
  readAmount,
  readAmountOrNone,
  readId,
  readMode,
  readSignedAmount,
  readUuid,
} from './read-option.ts';
import { pairs, plain } from './show.ts';
import { registerStatementArchive } from './statement-archive-command.ts';
import { registerStatement } from './statement-command.ts';

interface OfWallet {
  account: number;
  mode: Mode;
}
interface MoveOptions extends OfWallet {
  amount: Money;
  reference: string;
}

export function registerWalletCommands(wallet: Command, onInstallation: OnInstallation): void {
  const verb = (name: string, description: string) =>
    wallet
      .command(name)
      .description(description)
      .requiredOption('--account <id>', 'Account', readId)
      .requiredOption('--mode <mode>', 'Mode: test or live', readMode);

  verb('show', 'Show the balance of a wallet').action(
    onInstallation(async ({ pool, config }, { account, mode }: OfWallet) => {
      const balance = await readBalance(pool, account, mode);
      return shown({ accountId: account, mode, currency: config.currency, ...balance });
    }),
  );

  verb('top-up', 'Add money; a reference that was used before adds nothing')
    .requiredOption('--amount <amount>', 'Amount', readAmount)
    .requiredOption('--reference <text>', 'Your payment reference, such as an invoice number')
    .option('--reason <text>', 'What it is, such as a bank transfer')
    .action(
      onInstallation(async ({ change }, options: MoveOptions & { reason?: string }) => {
        const { account: accountId, ...asked } = options;
        return shown(await change('wallet.top-up', (by) => topUp(by, { accountId, ...asked })));
      }),
    );

  verb('adjust', 'Correct a balance by hand')
    .requiredOption('--amount <amount>', 'Amount; a negative one takes money out', readSignedAmount)
    .requiredOption('--reason <text>', 'Reason')
    .requiredOption('--reference <text>', 'Your reference for this adjustment')
    .action(
      onInstallation(async ({ change }, options: MoveOptions & { reason: string }) => {
        const { account: accountId, ...asked } = options;
        return shown(await change('wallet.adjust', (by) => adjust(by, { accountId, ...asked })));
      }),
    );

  verb('credit', 'Set the credit limit of a wallet')
    .requiredOption('--amount <amount>', 'Credit limit; 0 for none', readAmount)
    .action(
      onInstallation(
        async ({ change }, { account: accountId, mode, amount }: OfWallet & { amount: Money }) =>
          shown(
            await change('wallet.credit', (by) =>
              setCreditLimit(by, { accountId, mode, limit: amount }),
            ),
          ),
      ),
    );

  verb('threshold', 'Set the balance below which a wallet counts as low')
    .requiredOption('--amount <amount>', 'Amount, or none', readAmountOrNone)
    .action(
      onInstallation(async ({ pool, change }, options: OfWallet & { amount: Money | 'none' }) => {
        const { account: accountId, mode } = options;
        const amount = nullable(options.amount) ?? null;
        await change('wallet.threshold', (by) => setLowBalance(by, { accountId, mode, amount }));
        return shown(await readBalance(pool, accountId, mode));
      }),
    );

  registerRefund(wallet, onInstallation);
  registerStatement(verb('statement', 'Show or write the statement of a month'), onInstallation);
  registerStatementArchive(wallet.command('statements'), onInstallation);
}

function registerRefund(wallet: Command, onInstallation: OnInstallation): void {
  wallet
    .command('refund')
    .description('Refund a call')
    .requiredOption('--account <id>', 'Account', readId)
    .requiredOption('--request-id <uuid>', 'Call', readUuid)
    .option('--reason <text>', 'Reason', '')
    .action(
      onInstallation(
        async ({ change }, options: { account: number; requestId: string; reason: string }) => {
          const { account: accountId, requestId: callId, reason } = options;
          const refunded = await change('wallet.refund', (by) =>
            refund(by, { accountId, callId, reason }),
          );
          return shown({ requestId: callId, ...refunded });
        },
      ),
    );
}

function shown(value: object): Output {
  return { json: plain(value), text: pairs({ ...value }) };
}
