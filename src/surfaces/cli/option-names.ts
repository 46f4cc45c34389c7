import { type Command, Option } from 'commander';
import { readCount, readUuid, say } from './read-option.ts';

/** Adds another name for an option, which help does not list. */
export function withAlias<Value>(
  command: Command,
  { alias, name }: { alias: string; name: string },
  read: (text: string) => Value,
): Command {
  const option = new Option(`--${alias} <value>`).argParser(read).hideHelp();
  return command.addOption(option).hook('preAction', (_, used) => {
    const value = used.getOptionValue(option.attributeName());
    if (value !== undefined) used.setOptionValue(name, value);
  });
}

/** Adds `--limit`, also known as `--most`. */
export function withLimit(command: Command, preset: number): Command {
  command.option('--limit <count>', 'Maximum number of rows', readCount, preset);
  return withAlias(command, { alias: 'most', name: 'limit' }, readCount);
}

/** Takes the call as an argument, or as `--request-id`; the action finds it in the options. */
export function withCall(command: Command): Command {
  return command
    .argument('[request-id]', 'Call', readUuid)
    .addOption(new Option('--request-id <id>').argParser(readUuid).hideHelp())
    .hook('preAction', (_, used) => {
      const requestId = used.processedArgs[0] ?? used.getOptionValue('requestId');
      if (requestId === undefined) say("Add the call's request ID.");
      used.setOptionValue('requestId', requestId);
    });
}
