import type { Config } from '../../foundation/settings/config.ts';
import { readCells } from './read-cells.ts';

/** Customers call the one public address of all cells, unless a setting names another. */
export async function withApiUrl(config: Config): Promise<Config> {
  if (config.apiUrl !== undefined || config.cellsFile === undefined) return config;
  const { api } = await readCells(config.cellsFile);
  const { hostname } = new URL(api);
  // The host of people's pages serves nothing else.
  if (config.personUrl !== undefined && new URL(config.personUrl).hostname === hostname) {
    throw new Error(`PERSON_URL must have another host than api in CELLS_FILE (${hostname})`);
  }
  return { ...config, apiUrl: api.replace(/\/+$/, '') };
}
