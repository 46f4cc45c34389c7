import { expect, test } from 'vitest';
import { loadConfig } from '../../../foundation/settings/config.ts';
import { settingsInForce } from './settings-in-force.ts';

// @mutant src/surfaces/console/settings/settings-in-force.ts
// - (secret ? undefined : printValue(
// + (secret && false ? undefined : printValue(
test('a secret that is set is shown as set, and nothing of its value', () => {
  const config = loadConfig({ DATA_KEY: Buffer.alloc(32, 7).toString('base64'), PORT: '8181' });
  const settings = settingsInForce(config);
  const find = (wanted: string) => settings.find(({ name }) => name === wanted);
  expect(find('DATA_KEY')).toMatchObject({ isSecret: true, isSet: true, value: null });
  expect(find('DATABASE_URL')).toMatchObject({ isSecret: true, isSet: false, value: null });
  expect(find('PORT')).toMatchObject({ isSecret: false, value: '8181', default: '8080' });
  for (const { isSecret, value } of settings) if (isSecret) expect(value).toBeNull();
});
