import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { caddyConfig } from '../../installation/cells/proxies/caddy-config.ts';
import { haproxyConfig } from '../../installation/cells/proxies/haproxy-config.ts';
import { nginxConfig } from '../../installation/cells/proxies/nginx-config.ts';
import { planProxy } from '../../installation/cells/proxies/plan-proxy.ts';
import { readCells } from '../../installation/cells/read-cells.ts';
import type { OnInstallation, OnNoInstallation } from './command-action.ts';

const writers = { nginx: nginxConfig, haproxy: haproxyConfig, caddy: caddyConfig };

type ProxyName = keyof typeof writers;
type ProxyOptions = Partial<Record<ProxyName, true>> & { file?: string };

/** These commands need no installation: the list of cells is a file. */
export function registerCellsCommands(
  cells: Command,
  _onInstallation: OnInstallation,
  onNoInstallation: OnNoInstallation,
): void {
  cells
    .command('proxy')
    .description(
      'Print the configuration of a reverse proxy for the one public address of all cells',
    )
    .option('--nginx', 'For nginx')
    .option('--haproxy', 'For HAProxy')
    .option('--caddy', 'For Caddy')
    .option('--file <path>', 'List of cells; default: CELLS_FILE, or cells.yaml here')
    .action(
      onNoInstallation(async ({ config }, { file, ...asked }: ProxyOptions) => {
        const [proxy, ...others] = (Object.keys(writers) as ProxyName[]).filter(
          (name) => asked[name],
        );
        if (proxy === undefined || others.length > 0) return refuse('one_proxy_required');
        const list = await readCells(file ?? config.cellsFile ?? 'cells.yaml');
        const text = writers[proxy](planProxy(list));
        return { json: { proxy, config: text }, text };
      }),
    );
}
