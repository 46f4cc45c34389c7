import { Command } from 'commander';
import { expect, test } from 'vitest';
import { nounNames, registerCommands } from './register-commands.ts';

const nothing = () => async () => {};

/** All commands of the command line, with those of every noun. */
async function allCommands(): Promise<Command[]> {
  const program = new Command();
  await registerCommands(program, nounNames, nothing, nothing, nothing);
  return program.commands.flatMap((noun) => [noun, ...noun.commands]);
}

test('every command and option explains itself in sentence case, without a full stop', async () => {
  const commands = await allCommands();
  expect(commands.length).toBeGreaterThan(80);
  const helps = commands.flatMap((command) => [
    command.description(),
    ...command.options.filter(({ hidden }) => !hidden).map(({ description }) => description),
  ]);
  const isPlain = (text: string) => /^(https )?[A-Z]/.test(text) && !/\.$/.test(text);
  expect(helps.filter((text) => !isPlain(text))).toEqual([]);
});
