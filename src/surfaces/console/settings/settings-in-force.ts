import {
  type Config,
  describeSettings,
  printValue,
  toCamelCase,
} from '../../../foundation/settings/config.ts';
import type { PlatformSetting } from './settings-contract.ts';

/** Every environment setting with its effective value; for a secret, only its name. */
export function settingsInForce(config: Config): PlatformSetting[] {
  const values = config as unknown as Record<string, unknown>;
  return describeSettings().map(({ secret, default: usual, ...setting }) => ({
    ...setting,
    default: usual ?? null,
    value: (secret ? undefined : printValue(values[toCamelCase(setting.name)])) ?? null,
    isSecret: secret,
    isSet: (values[toCamelCase(setting.name)] ?? '') !== '',
  }));
}
