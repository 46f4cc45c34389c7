import type { Command } from 'commander';

/** A command as shells complete it. */
export interface TreeCommand {
  /** The words that lead to it, such as `account list`; empty for the program itself. */
  path: string;
  commands: { name: string; about: string }[];
  options: { flag: string; about: string; takesValue: boolean }[];
}

/** Every command of a program with what can follow it, the program itself first. */
export function commandTree(program: Command, path = ''): TreeCommand[] {
  const commands = program.createHelp().visibleCommands(program);
  const options = program.createHelp().visibleOptions(program);
  const globals = path === '' ? [] : program.createHelp().visibleGlobalOptions(program);
  const own: TreeCommand = {
    path,
    commands: commands.map((one) => ({ name: one.name(), about: one.description() })),
    options: [...options, ...globals].map(({ long, short, description, required, optional }) => ({
      flag: (long ?? short) as string,
      about: description,
      takesValue: required || optional,
    })),
  };
  const below = commands
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => commandTree(one, `${path} ${one.name()}`.trim()));
  return [own, ...below];
}
