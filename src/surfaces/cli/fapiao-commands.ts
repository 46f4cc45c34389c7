import type { Command } from 'commander';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { type FapiaoState, fapiaoStates } from '../../money/invoices/fapiao.ts';
import {
  decideFapiao,
  type FapiaoDecision,
  fapiaoActOf,
  listFapiao,
} from '../../money/invoices/fapiao-queries.ts';
import type { CliContext, OnInstallation } from './command-action.ts';
import { oneOf, readDay, readId, readUuid } from './read-option.ts';
import { pairs, plain, table } from './show.ts';

const listedAtMost = 500;

interface ListOptions {
  state?: FapiaoState;
  account?: number;
}

interface IssueOptions {
  request: string;
  number: string;
  code: string;
  day: Temporal.PlainDate;
  file: string;
}

interface ReasonOptions {
  request: string;
  reason?: string;
}

export function registerFapiaoCommands(fapiao: Command, onInstallation: OnInstallation): void {
  fapiao
    .command('list')
    .description('List requests for a fapiao, the newest first')
    .option('--state <state>', `Only in this state: ${fapiaoStates.join(', ')}`, (text) =>
      oneOf(fapiaoStates, text),
    )
    .option('--account <id>', 'Only of this account', readId)
    .action(
      onInstallation(async ({ pool }, filter: ListOptions) => {
        const { requests } = await listFapiao(pool, wholePlatform, filter, { limit: listedAtMost });
        const rows = requests.map((one) => [
          ...[one.requestId, one.askedAt, one.accountId, one.state, one.kind, one.title],
          ...[one.taxNumber, one.amount, one.returned, one.email, one.fapiaoNumber],
        ]);
        const titles = [
          ...['request', 'asked', 'account', 'state', 'kind', 'title', 'tax number', 'amount'],
          ...['paid back since', 'email', 'fapiao number'],
        ];
        return { json: requests.map(plain), text: table(titles, rows, 'No requests.') };
      }),
    );

  const verb = (name: string, description: string) =>
    fapiao
      .command(name)
      .description(description)
      .requiredOption('--request <id>', 'Request', readUuid);

  verb('issue', 'Note that the fapiao was issued')
    .requiredOption('--number <digits>', 'Its number')
    .option('--code <digits>', 'Its code; a fully digital one has none', '')
    .requiredOption('--day <day>', 'The day on which it was issued', readDay)
    .option('--file <text>', 'Where the file is, such as its URL', '')
    .action(
      onInstallation(async (context, { request, number, code, day, file }: IssueOptions) =>
        decide(context, request, {
          ...{ to: 'issued', fapiaoCode: code, fapiaoNumber: number, issuedOn: String(day), file },
        }),
      ),
    );

  const ends = [
    ['refuse', 'refused', 'Refuse a request; its payments can be requested again'],
    ['cancel', 'cancelled', 'Cancel a request that is not issued yet'],
    ['reverse', 'reversed', 'Note that an issued fapiao was reversed by a red-letter one'],
  ] as const;
  for (const [name, to, description] of ends) {
    verb(name, description)
      .option('--reason <text>', 'Reason, which the customer reads', '')
      .action(
        onInstallation(async (context, { request, reason = '' }: ReasonOptions) =>
          decide(context, request, { to, reason }),
        ),
      );
  }
}

async function decide({ change }: CliContext, requestId: string, decision: FapiaoDecision) {
  await change(fapiaoActOf(decision.to), (by) =>
    decideFapiao(by, wholePlatform, requestId, decision),
  );
  const shown = { requestId, state: decision.to };
  return { json: shown, text: pairs(shown) };
}
