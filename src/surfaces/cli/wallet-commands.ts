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
  orNull,
  readAmount,
  readAmountOrNone,
  readId,
  readMode,
  readSignedAmount,
  readUuid,
} from './read-option.ts';
import { pairs, plain } from './show.ts';
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
      .requiredOption('--account <id>', 'the account', readId)
      .requiredOption('--mode <mode>', 'test or live', readMode);

  verb('show', 'what a wallet holds').action(
    onInstallation(async ({ pool, config }, { account, mode }: OfWallet) => {
      const balance = await readBalance(pool, account, mode);
      return shown({ accountId: account, mode, currency: config.currency, ...balance });
    }),
  );

  verb('top-up', 'put money in; the same reference twice is one top-up')
    .requiredOption('--amount <amount>', 'how much', readAmount)
    .requiredOption('--reference <text>', 'your own name for this top-up, such as a payment id')
    .option('--reason <text>', 'what it is, such as a bank transfer')
    .action(
      onInstallation(async ({ change }, options: MoveOptions & { reason?: string }) => {
        const { account: accountId, ...asked } = options;
        return shown(await change('wallet.top-up', (by) => topUp(by, { accountId, ...asked })));
      }),
    );

  verb('adjust', 'give or take what no call explains')
    .requiredOption('--amount <amount>', 'how much; less than zero takes', readSignedAmount)
    .requiredOption('--reason <text>', 'why')
    .requiredOption('--reference <text>', 'your own name for this adjustment')
    .action(
      onInstallation(async ({ change }, options: MoveOptions & { reason: string }) => {
        const { account: accountId, ...asked } = options;
        return shown(await change('wallet.adjust', (by) => adjust(by, { accountId, ...asked })));
      }),
    );

  verb('credit', 'let a wallet go below zero, so far')
    .requiredOption('--amount <amount>', 'how far; 0 for not at all', readAmount)
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

  verb('threshold', 'below what a wallet is called low')
    .requiredOption('--amount <amount>', 'below what; none for never', readAmountOrNone)
    .action(
      onInstallation(async ({ pool, change }, options: OfWallet & { amount: Money | 'none' }) => {
        const { account: accountId, mode } = options;
        const amount = orNull(options.amount) ?? null;
        await change('wallet.threshold', (by) => setLowBalance(by, { accountId, mode, amount }));
        return shown(await readBalance(pool, accountId, mode));
      }),
    );

  registerRefund(wallet, onInstallation);
  registerStatement(
    verb('statement', 'a month: what stood, what moved, what stands'),
    onInstallation,
  );
}

function registerRefund(wallet: Command, onInstallation: OnInstallation): void {
  wallet
    .command('refund')
    .description('give back what a call cost')
    .requiredOption('--account <id>', 'the account', readId)
    .requiredOption('--request-id <uuid>', "the call's requestId", readUuid)
    .option('--reason <text>', 'why', '')
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
