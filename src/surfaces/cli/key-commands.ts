import type { Command } from 'commander';
import type { KeyScope, Mode } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { localTime } from '../../foundation/contract/text/local-time.ts';
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
import { plain, type Text, table, withNext } from './show.ts';

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
    .description('Create a key; it is shown once')
    .requiredOption('--account <id>', 'Account', readId)
    .requiredOption('--mode <mode>', 'Mode: test or live', readMode)
    .option('--name <name>', 'Name of the key')
    .option(
      '--scopes <list>',
      'Products it may call, and webhooks; default: all products, and webhooks in test mode',
      readKeyScopes,
    )
    .option('--addresses <list>', 'IP addresses and CIDR ranges it may be used from', readAddresses)
    .option('--expires <time>', 'Last day, or the time it expires', readEnd)
    .option('--spend-cap <amount>', 'Daily spending limit', readAmount)
    .option('--per-second <count>', 'Rate limit: calls per second', readCount)
    .action(
      onInstallation(async ({ change, config }, options: CreateOptions) => {
        const { account: accountId, expires, spendCap: spendCapDay, ...rest } = options;
        const expiresAt = expires?.(config.timeZone);
        if (expiresAt && expiresAt.getTime() <= Date.now()) refuse('key_expiry_past');
        const made = await change('key.create', (by) =>
          createKey(by, { accountId, expiresAt, spendCapDay, ...rest }),
        );
        const text = `Key ${made.keyId} created. Copy it now; it is not shown again.

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
    .description('Create a key with the same settings; the old one expires after the overlap')
    .requiredOption('--key <id>', 'Key', readId)
    .requiredOption('--account <id>', 'Account of the key', readId)
    .option('--overlap-hours <hours>', 'Hours during which both keys work', readCount, 24)
    .action(
      onInstallation(
        async ({ change }, options: { key: number; account: number; overlapHours: number }) => {
          const { key: keyId, account: accountId, overlapHours } = options;
          const made = await change('key.rotate', (by) =>
            rotateKey(by, { accountId, keyId, overlapMinutes: overlapHours * 60 }),
          );
          const text: Text = (
            timeZone,
          ) => `Key ${made.keyId} replaces key ${keyId}, which expires at ${localTime(made.oldEndsAt, timeZone)}.
Copy it now; it is not shown again.

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
    .description('List the keys of an account, newest first')
    .requiredOption('--account <id>', 'Account', readId)
    .option('--limit <count>', 'Maximum number of rows', readCount, 100)
    .option('--before <key>', 'Continue before this key', readId)
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
        const titles =
          'key,mode,name,ends with,scopes,addresses,daily spending limit,expires,revoked';
        const text = withNext(table(titles.split(','), rows, 'No keys.'), '--before', next);
        return { json: { keys: keys.map(plain), next }, text };
      }),
    );
}

function registerRevoke(key: Command, onInstallation: OnInstallation): void {
  key
    .command('revoke')
    .description('Revoke a key at once')
    .requiredOption('--key <id>', 'Key', readId)
    .option('--account <id>', 'Account of the key, as a safeguard', readId)
    .action(
      onInstallation(
        async ({ change }, { key: keyId, account }: { key: number; account?: number }) => {
          const revoked = await change('key.revoke', (by) =>
            revokeKey(by, { keyId, accountId: account }),
          );
          const text = `Key ${keyId} of account ${revoked.accountId} revoked.`;
          return { json: plain(revoked), text };
        },
      ),
    );
}
