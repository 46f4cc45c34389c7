import type { Command } from 'commander';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import { openMessage } from '../../products/messages/content.ts';
import { type Chaos, calm, chaosNames, chaosSwitches } from '../../vendors/sandbox/chaos.ts';
import { readChaos, setChaos } from '../../vendors/sandbox/chaos-queries.ts';
import { listInbox } from '../../vendors/sandbox/list-inbox.ts';
import type { OnInstallation } from './command-action.ts';
import { readCount, readDelay, readId, readPercent } from './read-option.ts';
import { pairs, table } from './show.ts';

interface ChaosOptions extends Partial<Chaos> {
  account: number;
  calm?: boolean;
}

export function registerInboxCommands(inbox: Command, onInstallation: OnInstallation): void {
  inbox
    .command('list')
    .description('the newest messages that the sandbox took')
    .option('--most <count>', 'how many', readCount, 20)
    .action(
      onInstallation(async ({ pool, vault }, { most }: { most: number }) => {
        const messages = await listInbox(pool, wholePlatform, (row) => openMessage(vault, row), {
          most,
        });
        const rows = messages.map((m) => [m.sentAt, m.mode, m.mobile, m.text]);
        return { json: { messages }, text: table(['sent', 'mode', 'to', 'text'], rows) };
      }),
    );

  inbox
    .command('chaos')
    .description('what the sandbox of an account does wrong on purpose; what is not named stays')
    .requiredOption('--account <id>', 'the account', readId)
    .option('--delay-ms <n>', chaosSwitches.delayMs.en, readDelay)
    .option('--fail <percent>', chaosSwitches.fail.en, readPercent)
    .option('--time-out <percent>', chaosSwitches.timeOut.en, readPercent)
    .option('--lose <percent>', chaosSwitches.lose.en, readPercent)
    .option('--duplicate <percent>', chaosSwitches.duplicate.en, readPercent)
    .option('--reorder <percent>', chaosSwitches.reorder.en, readPercent)
    .option('--calm', 'end all of it')
    .action(
      onInstallation(async ({ pool, change }, options: ChaosOptions) => {
        const { account } = options;
        await requireAccount(pool, account);
        const named = chaosNames.filter((name) => options[name] !== undefined);
        if (options.calm || named.length > 0) {
          const before = options.calm ? calm : await readChaos(pool, account);
          const wanted = { ...before, ...pick(options, named) };
          await change('inbox.chaos', (by) => setChaos(by, account, wanted));
        }
        const chaos = await readChaos(pool, account);
        return { json: { ...chaos }, text: pairs({ ...chaos }) };
      }),
    );
}

function pick(options: Partial<Chaos>, names: readonly (keyof Chaos)[]): Partial<Chaos> {
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}
