import {
  type Config,
  describeSettings,
  printValue,
  toCamelCase,
} from '../../../foundation/settings/config.ts';
import type { PlatformSetting } from './settings-contract.ts';

/** Every setting of the environment with what holds; of a secret nothing but that there is such a setting. */
export function settingsInForce(config: Config): PlatformSetting[] {
  const values = config as unknown as Record<string, unknown>;
  return describeSettings().map(({ secret, default: usual, ...setting }) => ({
    ...setting,
    default: usual ?? null,
    value: (secret ? undefined : printValue(values[toCamelCase(setting.name)])) ?? null,
    isSecret: secret,
  }));
}
