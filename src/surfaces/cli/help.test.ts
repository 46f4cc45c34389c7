import { Command } from 'commander';
import { expect, test } from 'vitest';
import { registerCommands } from './register-commands.ts';

const nothing = () => async () => {};

/** All commands of the command line, with those of every noun. */
async function allCommands(): Promise<Command[]> {
  const names = new Command();
  await registerCommands(names, [], nothing, nothing, nothing);
  const nouns = names.commands.map(async (noun) => {
    const program = new Command();
    await registerCommands(program, [noun.name()], nothing, nothing, nothing);
    const found = program.commands.find((one) => one.name() === noun.name()) as Command;
    return [found, ...found.commands];
  });
  return (await Promise.all(nouns)).flat();
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
