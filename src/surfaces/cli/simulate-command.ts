import { once } from 'node:events';
import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { readMisbehaviours } from '../../vendors/simulators/misbehaving.ts';
import { runSimulator } from '../../vendors/simulators/run-simulator.ts';
import type { Simulator } from '../../vendors/simulators/simulator.ts';
import { simulators } from '../../vendors/vendor-simulators.ts';
import type { OnInstallation, OnNoInstallation } from './command-action.ts';
import { listenForStop } from './listen-for-stop.ts';
import { platformUrl } from './platform-url.ts';
import { readPort } from './read-option.ts';
import { pairs } from './show.ts';

interface SimulateOptions {
  port?: number;
  misbehave?: string;
  platform?: string;
}

/** Runs a vendor simulator until it is stopped. `provider add --config -` accepts its output. */
export function registerSimulateCommand(
  simulate: Command,
  _onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  simulate
    .argument('<vendor>', 'Vendor; see vendor list')
    .option('--port <port>', 'Port of its control page', readPort)
    .option('--misbehave <list>', 'Faults to simulate, such as slow,duplicate_receipts')
    .option(
      '--platform <url>',
      'URL to send receipts to; default: the server that runs from this folder',
    )
    .action(
      onNoInstallation(
        async ({ config }, { port, misbehave, platform }: SimulateOptions, [code]) => {
          const simulator = findSimulator(String(code));
          const running = await runSimulator(simulator, {
            ...(port === undefined ? {} : { port }),
            callbackUrlOf: (key) => `${platform ?? platformUrl(config)}/callbacks/${key}`,
          }).catch((fault: NodeJS.ErrnoException) => {
            if (fault.code !== 'EADDRINUSE') throw fault;
            return refuse('port_taken', { port: Number(port) });
          });
          await running
            .misbehave(readMisbehaviours(misbehave ?? ''))
            .catch(async (fault: Error) => {
              await running.close();
              refuse('misbehaviour_unknown', { why: fault.message });
            });
          const { vendor, form } = simulator;
          const { booksUrl: url, config: settings } = running;
          // The reader of the output may stop the command at once.
          const { signal, forget } = listenForStop();
          return {
            json: { vendor, url, config: settings, ...(form ? { form } : {}) },
            text: pairs({
              vendor,
              'received requests': `${url}/_received`,
              'simulated faults': `POST ${url}/_misbehave`,
              config: JSON.stringify(settings),
              ...(form ? { form: JSON.stringify(form) } : {}),
            }),
            async goOn() {
              if (!signal.aborted) await once(signal, 'abort');
              forget();
              await running.close();
            },
          };
        },
      ),
    );
}

function findSimulator(vendor: string): Simulator {
  const found = simulators.find((simulator) => simulator.vendor === vendor);
  if (found) return found;
  return refuse('simulator_not_found', { vendor, vendors: simulators.map((each) => each.vendor) });
}
