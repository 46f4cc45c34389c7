import { existsSync } from 'node:fs';
import { Unreachable } from '../../foundation/db/unreachable.ts';
import type { Config } from '../../foundation/settings/config.ts';
import { embeddedPaths } from '../embedded-postgres/embedded.ts';
import { findServers, type RunningServer } from './running-servers.ts';

const how = 'Name the one you mean by DATA_DIR or DATABASE_URL.';

/**
 * The settings for a command. An operator who names no installation means the server that was started from the
 * same folder, wherever its data is; if that is ambiguous, nothing is guessed.
 */
export function findInstallation(
  config: Config,
  isNamed: boolean,
  servers: readonly RunningServer[] = findServers(),
): Config {
  if (isNamed) return config;
  const isDefault = servers.some(({ embedded, dataDir }) => embedded && dataDir === config.dataDir);
  const [server] = servers;
  if (isDefault || !server) return config;
  const hasOwn = existsSync(embeddedPaths(config.dataDir).pgDir);
  const places = servers.map(
    ({ pid, dataDir, embedded }) => `${embedded ? dataDir : 'a DATABASE_URL'} (pid ${pid})`,
  );
  if (servers.length > 1 || hasOwn) {
    const resting = hasOwn ? `, and there is an installation at rest in ${config.dataDir}` : '';
    throw new Unreachable(`Servers of this folder run on ${places.join(', ')}${resting}. ${how}`);
  }
  if (!server.embedded) {
    throw new Unreachable(
      `The server of this folder (pid ${server.pid}) has its database at a DATABASE_URL: ` +
        'give this command the same DATABASE_URL, and the same DATA_DIR or DATA_KEY.',
    );
  }
  return { ...config, dataDir: server.dataDir };
}
