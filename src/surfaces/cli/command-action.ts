import type { Command } from 'commander';
import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { sayWhy, Unreachable } from '../../foundation/db/unreachable.ts';
import type { Config } from '../../foundation/settings/config.ts';
import type { Vault } from '../../foundation/vault.ts';

/** The installation, as commands need it. */
export interface CliContext {
  pool: Pool;
  config: Config;
  vault: Vault;
  /** Makes a change in the name of whoever gave the command. */
  change<Result>(action: string, work: (change: Change) => Promise<Result>): Promise<Result>;
  /** Of the program. */
  version: string;
  close(): Promise<void>;
}

/** A place where there may be no installation yet: it is opened by the command itself, if at all. */
export interface EmptyContext {
  config: Config;
  open(): Promise<Pool>;
  close(): Promise<void>;
}

/** What a command has to say, for a program and for a person. */
export interface Output {
  json: object;
  text: string;
  /** The answer is there, but it is bad news: the command ends with 1. */
  isBad?: boolean;
  /** What the command goes on with after it has spoken, until it is done. */
  goOn?(): Promise<void>;
}

/** Where commands speak. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  setExitCode(code: number): void;
}

/** Turns what a command does into the action that commander calls. */
type CommandAction<Context> = <Options>(
  work: (context: Context, options: Options, words: unknown[]) => Promise<Output>,
) => (...called: unknown[]) => Promise<void>;
export type OnInstallation = CommandAction<CliContext>;
export type OnEmptyPlace = CommandAction<EmptyContext>;

/** Options are read before the installation is opened: a slip of the finger costs nothing. */
export function createCommandAction<Context extends { close(): Promise<void> }>(
  open: () => Promise<Context>,
  terminal: Terminal,
): CommandAction<Context> {
  return (work) =>
    async (...called) => {
      const command = called.at(-1) as Command;
      const { json: asJson, ...options } = command.optsWithGlobals();
      const context = await open().catch(explain);
      try {
        const output = await work(context, options as never, command.processedArgs);
        terminal.out(`${asJson ? JSON.stringify(output.json) : output.text}\n`);
        if (output.isBad) terminal.setExitCode(1);
        await output.goOn?.();
      } finally {
        await context.close();
      }
    };
}

/** Whatever an installation could not be opened for, it could not be reached; save wrong settings. */
function explain(error: Error & { code?: string }): never {
  if (error.name === 'ConfigError') throw error;
  throw new Unreachable(sayWhy(error), { cause: error });
}
