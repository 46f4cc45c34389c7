#!/usr/bin/env node
import { CountersignError } from './countersign-error.ts';
import { runListener } from './run-listener.ts';

/** Everything used of Node, here and nowhere else in the package. */
declare const process: {
  argv: string[];
  env: Record<string, string | undefined>;
  exitCode: number | undefined;
  stdout: { write(text: string): void };
  stderr: { write(text: string): void };
  once(signal: string, listener: () => void): void;
};

const usage = `countersign-listen <port[/path] | address> [type …]

Hands the events of your account's test mode on to a program on this machine, signed
as the platform signs them. Without types, all events.

  COUNTERSIGN_API_KEY   a test key, with the scope webhooks
  COUNTERSIGN_URL       where the platform is; http://127.0.0.1:8080 without it

  countersign-listen 3000/hooks sms.delivered sms.failed
`;

/** Why its fields were refused, and the name of the error. */
function moreOf(error: unknown): string {
  if (!(error instanceof CountersignError)) return '';
  const details = error.details.map(({ field, problem }) => ` ${field} ${problem}.`);
  return `${details.join('')} (${error.reason})`;
}

async function main(): Promise<number> {
  const [target, ...events] = process.argv.slice(2);
  const { COUNTERSIGN_API_KEY: apiKey, COUNTERSIGN_URL: baseUrl } = process.env;
  if (!target || target.startsWith('-') || !apiKey) {
    const isAsked = target === '--help' || target === '-h';
    const missing = target && !isAsked && !apiKey ? 'COUNTERSIGN_API_KEY is missing.\n\n' : '';
    (isAsked ? process.stdout : process.stderr).write(missing + usage);
    return isAsked ? 0 : 2;
  }
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => ending.abort());
  try {
    await runListener({
      baseUrl: baseUrl ?? 'http://127.0.0.1:8080',
      apiKey,
      target,
      events: events.length > 0 ? events : undefined,
      signal: ending.signal,
      onReady: ({ forwardTo, secret }) => say(`Events go to ${forwardTo}, signed with ${secret}`),
      say,
    });
    return 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}${moreOf(error)}\n`);
    return 1;
  }
}

process.exitCode = await main();
