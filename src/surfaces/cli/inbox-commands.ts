import type { Command } from 'commander';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { openMessage } from '../../products/messages/content.ts';
import { type Chaos, chaosNames, chaosSwitches, noFaults } from '../../vendors/sandbox/chaos.ts';
import { readChaos, setChaos } from '../../vendors/sandbox/chaos-queries.ts';
import { listInbox } from '../../vendors/sandbox/list-inbox.ts';
import type { OnInstallation } from './command-action.ts';
import { withLimit } from './option-names.ts';
import { readDelay, readId, readPercent } from './read-option.ts';
import { pairs, table } from './show.ts';

interface ChaosOptions extends Partial<Chaos> {
  account: number;
  calm?: boolean;
}

export function registerInboxCommands(inbox: Command, onInstallation: OnInstallation): void {
  const list = inbox.command('list').description('List the newest messages in the sandbox');
  withLimit(list, 20).action(
    onInstallation(async ({ pool, vault }, { limit }: { limit: number }) => {
      const messages = await listInbox(pool, wholePlatform, (row) => openMessage(vault, row), {
        limit,
      });
      const rows = messages.map((m) => [m.sentAt, m.mode, m.mobile, m.text]);
      return {
        json: { messages },
        text: table(['sent', 'mode', 'to', 'text'], rows, 'No messages.'),
      };
    }),
  );

  inbox
    .command('chaos')
    .description("Show or change the faults that an account's sandbox simulates")
    .requiredOption('--account <id>', 'Account', readId)
    .option('--delay-ms <n>', 'Delay of each call in milliseconds', readDelay)
    .option('--fail <percent>', percentOf('fail'), readPercent)
    .option('--time-out <percent>', percentOf('timeOut'), readPercent)
    .option('--lose <percent>', percentOf('lose'), readPercent)
    .option('--duplicate <percent>', percentOf('duplicate'), readPercent)
    .option('--reorder <percent>', percentOf('reorder'), readPercent)
    .option('--calm', 'Switch all faults off')
    .action(
      onInstallation(async ({ pool, change }, options: ChaosOptions) => {
        const { account } = options;
        await requireAccount(pool, account);
        const named = chaosNames.filter((name) => options[name] !== undefined);
        if (options.calm || named.length > 0) {
          const before = options.calm ? noFaults : await readChaos(pool, account);
          const wanted = { ...before, ...pick(options, named) };
          await change('inbox.chaos', (by) => setChaos(by, account, wanted));
        }
        const chaos = await readChaos(pool, account);
        return { json: { ...chaos }, text: pairs({ ...chaos }) };
      }),
    );
}

function percentOf(fault: keyof typeof chaosSwitches): string {
  return `Percentage of calls: ${chaosSwitches[fault].en}`;
}

function pick(options: Partial<Chaos>, names: readonly (keyof Chaos)[]): Partial<Chaos> {
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}
