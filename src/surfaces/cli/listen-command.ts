import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { runListener } from '../../../sdk/src/run-listener.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Config } from '../../foundation/settings/config.ts';
import type { OnInstallation, OnNoInstallation } from './command-action.ts';
import { platformUrl } from './platform-url.ts';
import { pairs } from './show.ts';

interface ListenOptions {
  key?: string;
  events?: string;
  platform?: string;
}

/** Forwards the events of a test key's account to this machine until it is stopped. */
export function registerListenCommand(
  listen: Command,
  _onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  listen
    .argument('<target>', 'Port and path on this machine, such as 3000/hooks, or a URL')
    .option('--key <key>', 'Test key; default: the key of the demo account')
    .option('--events <types>', 'Event types, such as sms.delivered,sms.failed; default: all')
    .option(
      '--platform <url>',
      'URL of the platform; default: the server that runs from this folder',
    )
    .action(
      onNoInstallation(async ({ config }, { key, events, platform }: ListenOptions, [target]) => {
        const ending = new AbortController();
        let onReady: (ready: { forwardTo: string; secret: string }) => void = () => {};
        const ready = new Promise<{ forwardTo: string; secret: string }>((resolve) => {
          onReady = resolve;
        });
        const running = runListener({
          baseUrl: platform ?? platformUrl(config),
          apiKey: key ?? (await readDemoKey(config)),
          target: String(target),
          events: events?.split(','),
          signal: ending.signal,
          onReady,
          say: (line) => process.stderr.write(`${line}\n`),
        }).catch((fault: Error) => {
          refuse('listening_failed', { why: fault.message });
        });
        const first = await Promise.race([ready, running.then(() => undefined)]);
        // The reader of the output may stop the command at once.
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
          process.once(signal, () => ending.abort());
        }
        return {
          json: { ...first },
          text: pairs({
            'forwarding events to': first?.forwardTo,
            'signing secret': first?.secret,
          }),
          goOn: () => running,
        };
      }),
    );
}

async function readDemoKey({ dataDir }: Config): Promise<string> {
  const file = join(dataDir, 'demo.key');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  return kept?.trim() ?? refuse('demo_key_missing', { file });
}
