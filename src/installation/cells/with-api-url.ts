import type { Config } from '../../foundation/settings/config.ts';
import { readCells } from './read-cells.ts';

/** Customers call the one public address of all cells, unless a setting names another. */
export async function withApiUrl(config: Config): Promise<Config> {
  if (config.apiUrl !== undefined || config.cellsFile === undefined) return config;
  const { api } = await readCells(config.cellsFile);
  return { ...config, apiUrl: api.replace(/\/+$/, '') };
}
