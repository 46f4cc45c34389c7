import { CommanderError } from 'commander';
import { Refused } from '../../foundation/contract/refusals/refused.ts';
import { isDatabaseAway } from '../../foundation/db/faults.ts';
import { explainError, Unreachable } from '../../foundation/db/unreachable.ts';
import type { Terminal } from './command-action.ts';
import { lines } from './show.ts';

/** Why a command failed, with its exit code. */
const exitCodes = { refused: 1, usage: 2, unreachable: 3 } as const;

/** Reports why a command failed: as text on stderr, or as the only JSON document on stdout. */
export function reportFault(error: unknown, asJson: boolean, terminal: Terminal): void {
  // Commander also throws for --help and --version, which are no errors.
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const kind = kindOf(error);
  const message = messageOf(error);
  const code = error instanceof Refused ? { code: error.code } : {};
  if (asJson) terminal.out(`${JSON.stringify({ error: { kind, ...code, message } })}\n`);
  else terminal.err(lines([message]).replaceAll(/^/gm, 'countersign: ').concat('\n'));
  terminal.setExitCode(exitCodes[kind]);
}

function kindOf(error: unknown): keyof typeof exitCodes {
  if (error instanceof CommanderError) return 'usage';
  if (error instanceof Refused) return 'refused';
  // Compared by name: importing the class would load the settings schema even for a typo.
  if ((error as Error).name === 'ConfigError') return 'usage';
  return error instanceof Unreachable || isDatabaseAway(error) ? 'unreachable' : 'refused';
}

function messageOf(error: unknown): string {
  if (!(error instanceof CommanderError)) return explainError(error as Error);
  // For a noun without a verb, commander shows the help and gives no message.
  if (error.code === 'commander.help') return 'Add a verb; --help lists them.';
  return error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
}
