import type { Config } from '../../foundation/settings/config.ts';
import { findServerUrl } from '../../installation/data-dir/running-servers.ts';

/**
 * The platform's URL: the one that a running server recorded, because it may use another port than this
 * command's settings say; otherwise the one that a server would use.
 */
export function platformUrl({
  dataDir,
  publicUrl,
  port,
}: Pick<Config, 'dataDir' | 'publicUrl' | 'port'>): string {
  return findServerUrl(dataDir) ?? publicUrl ?? `http://127.0.0.1:${port}`;
}
