import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import pino from 'pino';
import { registerCommands } from './cli/register-commands.ts';
import { ConfigError, loadConfig, namesInstallation } from './config.ts';
import { findInstallation } from './find-installation.ts';
import { openPlatform } from './open-platform.ts';
import { serve } from './serve.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

const program = new Command('countersign')
  .description('A self-hosted paid-API platform for face identity verification and SMS')
  .version(version);

program
  .command('serve')
  .description('start the platform')
  .action(async () => {
    const config = loadConfig();
    await serve(config, { version, log: pino({ level: config.logLevel }) });
  });

registerCommands(program, async () => {
  const config = findInstallation(loadConfig(), namesInstallation());
  // What a command has to say goes to stdout; the platform's own words go to stderr.
  const log = pino({ level: 'warn' }, pino.destination(2));
  return openPlatform(config, { role: 'visit', log });
});

try {
  await program.parseAsync();
} catch (error) {
  const text =
    error instanceof ConfigError ? error.message : `countersign: ${(error as Error).message}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
