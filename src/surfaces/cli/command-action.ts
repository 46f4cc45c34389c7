import type { Command } from 'commander';
import type { Pool } from 'pg';
import type { Act } from '../../foundation/audit/acts.ts';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { UpgradePlan } from '../../foundation/db/migrate.ts';
import { explainError, Unreachable } from '../../foundation/db/unreachable.ts';
import type { Config } from '../../foundation/settings/config.ts';
import type { Vault } from '../../foundation/vault.ts';
import { render, type Text } from './show.ts';

/** The installation that commands work on. */
export interface CliContext {
  pool: Pool;
  config: Config;
  vault: Vault;
  /** Makes a change in the name of the user who ran the command. */
  change<Result>(action: Act, work: (change: Change) => Promise<Result>): Promise<Result>;
  /** The program's version. */
  version: string;
  close(): Promise<void>;
}

/** A target that may have no installation yet; the command itself opens it if needed. */
export interface EmptyContext {
  config: Config;
  /** The program's version. */
  version: string;
  open(): Promise<Pool>;
  close(): Promise<void>;
}

/** An installation of any version, and what a server of this version would do to it. */
export interface UpgradeContext {
  config: Config;
  plan: UpgradePlan;
  close(): Promise<void>;
}

/** A command's result, as JSON and as text. */
export interface Output {
  json: object;
  text: Text;
  /** The command worked but found a problem: it exits with 1. */
  isBad?: boolean;
  /** Another exit code, for a result that a script acts on. */
  exitCode?: number;
  /** Keeps running after the output is printed, until it resolves. */
  goOn?(): Promise<void>;
}

/** Where commands write their output. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  setExitCode(code: number): void;
}

/** Turns a command's work into an action for commander. */
type CommandAction<Context> = <Options>(
  work: (
    context: Context,
    options: Options,
    words: unknown[],
    /** Prints a line at once, beside the output: what the user needs while the command still works. */
    say: (line: string) => void,
  ) => Promise<Output>,
) => (...called: unknown[]) => Promise<void>;
export type OnInstallation = CommandAction<CliContext>;
export type OnNoInstallation = CommandAction<EmptyContext>;
export type OnUpgrade = CommandAction<UpgradeContext>;

/** Parses options before it opens the installation, so that a typo fails at once. */
export function createCommandAction<Context extends { config: Config; close(): Promise<void> }>(
  open: () => Promise<Context>,
  terminal: Terminal,
): CommandAction<Context> {
  return (work) =>
    async (...called) => {
      const command = called.at(-1) as Command;
      const { json: asJson, ...options } = command.optsWithGlobals();
      const context = await open().catch(explain);
      try {
        const say = (line: string) => terminal.err(`${line}\n`);
        const output = await work(context, options as never, command.processedArgs, say);
        const { timeZone } = context.config;
        const said = asJson ? JSON.stringify(output.json) : render(output.text, timeZone);
        terminal.out(`${said}\n`);
        if (output.isBad) terminal.setExitCode(1);
        if (output.exitCode !== undefined) terminal.setExitCode(output.exitCode);
        await output.goOn?.();
      } finally {
        await context.close();
      }
    };
}

/** Reports every failure to open the installation as unreachable, except invalid settings. */
function explain(error: Error & { code?: string }): never {
  if (error.name === 'ConfigError') throw error;
  throw new Unreachable(explainError(error), { cause: error });
}
