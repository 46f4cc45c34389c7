import type { Command } from 'commander';
import type { KeyScope, Mode } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Money } from '../../foundation/money.ts';
import { createKey, pageKeys, revokeKey, rotateKey } from '../../line/callers/key-queries.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { OnInstallation } from './command-action.ts';
import {
  type ReadEnd,
  readAddresses,
  readAmount,
  readCount,
  readEnd,
  readId,
  readKeyScopes,
  readMode,
} from './read-option.ts';
import { plain, table, withNext } from './show.ts';

interface CreateOptions {
  account: number;
  mode: Mode;
  name?: string;
  scopes?: KeyScope[];
  addresses?: string[];
  expires?: ReadEnd;
  spendCap?: Money;
  perSecond?: number;
}

interface ListOptions {
  account: number;
  limit: number;
  before?: number;
}

export function registerKeyCommands(key: Command, onInstallation: OnInstallation): void {
  key
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--account <id>', 'the account', readId)
    .requiredOption('--mode <mode>', 'test or live', readMode)
    .option('--name <name>', 'what the key is called')
    .option(
      '--scopes <list>',
      'the products it may call, and webhooks; without it all products, and webhooks in test mode',
      readKeyScopes,
    )
    .option('--addresses <list>', 'the networks it may be used from', readAddresses)
    .option('--expires <time>', 'its last day, or the time it ends', readEnd)
    .option('--spend-cap <amount>', 'the most it may spend in a day', readAmount)
    .option('--per-second <count>', 'the most calls in a second', readCount)
    .action(
      onInstallation(async ({ change, config }, options: CreateOptions) => {
        const { account: accountId, expires, spendCap: spendCapDay, ...rest } = options;
        const expiresAt = expires?.(config.timeZone);
        if (expiresAt && expiresAt.getTime() <= Date.now()) refuse('key_expiry_past');
        const made = await change('key.create', (by) =>
          createKey(by, { accountId, expiresAt, spendCapDay, ...rest }),
        );
        const note = 'Keep it now: it is not shown again.';
        const text = `Key ${made.keyId} is made. ${note}

  ${made.apiKey}
`;
        return { json: made, text };
      }),
    );

  registerList(key, onInstallation);
  registerRotate(key, onInstallation);
  registerRevoke(key, onInstallation);
}

function registerRotate(key: Command, onInstallation: OnInstallation): void {
  key
    .command('rotate')
    .description('make a key with the same settings; the old one ends after the overlap')
    .requiredOption('--key <id>', 'the key', readId)
    .requiredOption('--account <id>', 'its account', readId)
    .option('--overlap-hours <hours>', 'how long both work', readCount, 24)
    .action(
      onInstallation(
        async ({ change }, options: { key: number; account: number; overlapHours: number }) => {
          const { key: keyId, account: accountId, overlapHours } = options;
          const made = await change('key.rotate', (by) =>
            rotateKey(by, { accountId, keyId, overlapMinutes: overlapHours * 60 }),
          );
          const text = `Key ${made.keyId} takes over from key ${keyId}, which ends at ${made.oldEndsAt.toISOString()}.
Keep it now: it is not shown again.

  ${made.apiKey}
`;
          return { json: made, text };
        },
      ),
    );
}

function registerList(key: Command, onInstallation: OnInstallation): void {
  key
    .command('list')
    .description('the keys of an account, the newest first')
    .requiredOption('--account <id>', 'the account', readId)
    .option('--limit <count>', 'how many at most', readCount, 100)
    .option('--before <key>', 'those that were made before this one', readId)
    .action(
      onInstallation(async ({ pool }, options: ListOptions) => {
        const { account: accountId, ...page } = options;
        await requireAccount(pool, accountId);
        const { keys, next } = await pageKeys(pool, { kind: 'account', accountId }, page);
        const rows = keys.map((k) => [
          k.keyId,
          k.mode,
          k.name,
          `…${k.lastFour}`,
          k.scopes,
          k.addresses,
          k.spendCapDay,
          k.expiresAt,
          k.revokedAt,
        ]);
        const titles = 'key,mode,name,ends with,scopes,addresses,spend cap,expires,revoked';
        const text = withNext(table(titles.split(','), rows), '--before', next);
        return { json: { keys: keys.map(plain), next }, text };
      }),
    );
}

function registerRevoke(key: Command, onInstallation: OnInstallation): void {
  key
    .command('revoke')
    .description('end a key now')
    .requiredOption('--key <id>', 'the key', readId)
    .option('--account <id>', 'the account, to be sure', readId)
    .action(
      onInstallation(
        async ({ change }, { key: keyId, account }: { key: number; account?: number }) => {
          const revoked = await change('key.revoke', (by) =>
            revokeKey(by, { keyId, accountId: account }),
          );
          const text = `Key ${keyId} of account ${revoked.accountId} is revoked.`;
          return { json: plain(revoked), text };
        },
      ),
    );
}
