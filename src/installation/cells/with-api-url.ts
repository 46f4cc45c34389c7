import type { Config } from '../../foundation/settings/config.ts';
import type { Cells } from './read-cells.ts';

/** Customers call the one public address of all cells, unless a setting names another. */
export function withApiUrl(config: Config, cells: Cells | undefined): Config {
  if (config.apiUrl !== undefined || !cells) return config;
  const { api } = cells;
  const { hostname } = new URL(api);
  // The host of people's pages serves nothing else.
  if (config.personUrl !== undefined && new URL(config.personUrl).hostname === hostname) {
    throw new Error(`PERSON_URL must have another host than api in CELLS_FILE (${hostname})`);
  }
  return { ...config, apiUrl: api.replace(/\/+$/, '') };
}
