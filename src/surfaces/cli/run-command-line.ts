import { Argument, Command, Help, type Option } from 'commander';
import {
  type CliContext,
  createCommandAction,
  type EmptyContext,
  type Terminal,
  type UpgradeContext,
} from './command-action.ts';
import type { Shell } from './completion-script.ts';
import { nounNames, nounsIn, registerCommands } from './register-commands.ts';
import { reportFault } from './report-fault.ts';
import { registerVersionCommand } from './version-command.ts';

interface CommandLine {
  version: string;
  terminal: Terminal;
  /** Opens the installation that the commands work on. */
  open(): Promise<CliContext>;
  /** Names the target where a new installation can be made. */
  openEmpty(): Promise<EmptyContext>;
  /** Reads what a server of this version would do to the installation, whichever version it has. */
  openUpgrade(): Promise<UpgradeContext>;
  serve(): Promise<void>;
}

/**
 * Runs one command line: a noun, a verb and options. It never throws: it sets an exit code and prints a
 * message.
 */
export async function runCommandLine(words: readonly string[], line: CommandLine): Promise<void> {
  const { terminal } = line;
  try {
    const program = createProgram(line);
    const onInstallation = createCommandAction(line.open, terminal);
    const onNoInstallation = createCommandAction(line.openEmpty, terminal);
    const onUpgrade = createCommandAction(line.openUpgrade, terminal);
    await registerCommands(program, nounsIn(words), onInstallation, onNoInstallation, onUpgrade);
    await program.parseAsync(words.length > 0 ? words : ['--help'], { from: 'user' });
  } catch (error) {
    reportFault(error, words.includes('--json'), terminal);
  }
}

function createProgram(line: CommandLine): Command {
  const { version, terminal, serve } = line;
  const program = new Command('countersign')
    .description('A self-hosted paid-API platform for face identity verification and SMS')
    .version(version, '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command]', 'Show help for a command')
    .option('--json', 'Print one JSON document and nothing else')
    .exitOverride()
    .configureHelp({ optionDescription: describeOption, showGlobalOptions: true })
    // reportFault prints all errors in one style; commander must not print its own, nor unrequested help.
    .configureOutput({ writeOut: terminal.out, writeErr: () => {} });
  program
    .command('serve')
    .alias('start')
    .description('Start the platform')
    .action(() => serve());
  const versionCommand = program.command('version').description('Show the version in detail');
  registerVersionCommand(versionCommand, line);
  program
    .command('completion')
    .description('Print a script that completes commands in a shell')
    .addArgument(new Argument('<shell>', 'Shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell) => terminal.out(await completionOf(line, shell)));
  return program;
}

/** The one command that needs the verbs of every noun. */
async function completionOf(line: CommandLine, shell: Shell): Promise<string> {
  const [{ commandTree }, { completionScript }] = await Promise.all([
    import('./command-tree.ts'),
    import('./completion-script.ts'),
  ]);
  const program = createProgram(line);
  const nothing = () => async () => {};
  await registerCommands(program, nounNames, nothing, nothing, nothing);
  return completionScript(shell, commandTree(program));
}

function describeOption(option: Option): string {
  const description = Help.prototype.optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}
