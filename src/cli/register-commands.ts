import type { Command } from 'commander';
import { registerAccountCommands } from './account-commands.ts';
import { type CliContext, createAct, processTerminal, type Terminal } from './act.ts';
import { registerDoctorCommand } from './doctor-command.ts';
import { registerKeyCommands } from './key-commands.ts';
import { registerLedgerCommands } from './ledger-commands.ts';
import { registerLimitCommands } from './limit-commands.ts';
import { registerMessageCommands } from './message-commands.ts';
import { registerPriceCommands } from './price-commands.ts';
import { registerProviderCommands } from './provider-commands.ts';
import { registerTemplateCommands } from './template-commands.ts';
import { registerWalletCommands } from './wallet-commands.ts';

/**
 * The operator's command line: a noun, a verb and options. Whatever a command changes, running
 * servers are told of by the database.
 */
export function registerCommands(
  program: Command,
  open: () => Promise<CliContext>,
  terminal: Terminal = processTerminal,
): void {
  program.option('--json', 'print one JSON document, and nothing else');
  const act = createAct(open, terminal);
  registerAccountCommands(program, act);
  registerKeyCommands(program, act);
  registerWalletCommands(program, act);
  registerPriceCommands(program, act);
  registerTemplateCommands(program, act);
  registerProviderCommands(program, act);
  registerLimitCommands(program, act);
  registerMessageCommands(program, act);
  registerLedgerCommands(program, act);
  registerDoctorCommand(program, act);
}
