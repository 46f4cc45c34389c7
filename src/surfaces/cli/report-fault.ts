import { CommanderError } from 'commander';
import { Refused } from '../../foundation/contract/refusals/refused.ts';
import { isDatabaseAway } from '../../foundation/db/faults.ts';
import { sayWhy, Unreachable } from '../../foundation/db/unreachable.ts';
import type { Terminal } from './command-action.ts';

/** Why a command was not carried out, and the code that it ends with. */
const exitCodes = { refused: 1, usage: 2, unreachable: 3 } as const;

/**
 * Says why a command was not carried out: to a person on stderr, to a program as the one document that it
 * reads from stdout.
 */
export function reportFault(error: unknown, asJson: boolean, terminal: Terminal): void {
  // Help and version are asked for, and commander ends them like faults.
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const kind = kindOf(error);
  const message = messageOf(error);
  const code = error instanceof Refused ? { code: error.code } : {};
  if (asJson) terminal.out(`${JSON.stringify({ error: { kind, ...code, message } })}\n`);
  else terminal.err(message.replaceAll(/^/gm, 'countersign: ').concat('\n'));
  terminal.setExitCode(exitCodes[kind]);
}

function kindOf(error: unknown): keyof typeof exitCodes {
  if (error instanceof CommanderError) return 'usage';
  if (error instanceof Refused) return 'refused';
  // The settings' own class lies with their schema, which no slip of the finger should load.
  if ((error as Error).name === 'ConfigError') return 'usage';
  return error instanceof Unreachable || isDatabaseAway(error) ? 'unreachable' : 'refused';
}

function messageOf(error: unknown): string {
  if (!(error instanceof CommanderError)) return sayWhy(error as Error);
  // Commander shows the help of a noun without a verb, and says nothing besides.
  if (error.code === 'commander.help') return 'A verb is missing; --help lists them.';
  return error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
}
