import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { parseMobile } from '../../products/messages/mobile.ts';
import { searchMessages } from '../../products/messages/search-queries.ts';
import type { OnInstallation } from './command-action.ts';
import { readId } from './read-option.ts';
import { table, withRequestId } from './show.ts';

const maxFound = 100;

export function registerMessageCommands(message: Command, onInstallation: OnInstallation): void {
  message
    .command('search')
    .description('List the newest messages to a number')
    .requiredOption('--mobile <number>', 'Number, national or E.164')
    .option('--account <id>', 'Account', readId)
    .action(
      onInstallation(
        async ({ pool, vault, config }, options: { mobile: string; account?: number }) => {
          const mobile = parseMobile(options.mobile, config.defaultRegion);
          if (!mobile) refuse('mobile_invalid');
          const numberHash = vault.fingerprint('number', mobile.e164);
          const asked = { accountId: options.account, limit: maxFound };
          const found = await searchMessages(pool, numberHash, asked);
          const messages = found.map((row) => ({ ...row, mobile: mask(mobile.e164) }));
          const rows = messages.map((m) => [
            m.acceptedAt,
            m.mobile,
            m.accountId,
            m.mode,
            m.product,
            m.state,
            m.providerCode,
            m.callId,
          ]);
          const titles = 'accepted,mobile,account,mode,product,state,provider,request ID';
          return {
            json: { messages: messages.map(withRequestId) },
            text: table(titles.split(','), rows, 'No messages to this number.'),
          };
        },
      ),
    );
}

/** Shows enough digits for someone who knows the number to recognize it, and too few for anyone else. */
function mask(e164: string): string {
  return `${e164.slice(0, Math.max(3, e164.length - 8))}****${e164.slice(-4)}`;
}
