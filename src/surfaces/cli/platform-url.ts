import type { Config } from '../../foundation/settings/config.ts';
import { findServerUrl } from '../../installation/data-dir/running-servers.ts';

/**
 * Where the platform is: where its server says, which may have been started with another port than this command
 * knows of; where none runs, where one would be.
 */
export function platformUrl({
  dataDir,
  publicUrl,
  port,
}: Pick<Config, 'dataDir' | 'publicUrl' | 'port'>): string {
  return findServerUrl(dataDir) ?? publicUrl ?? `http://127.0.0.1:${port}`;
}
