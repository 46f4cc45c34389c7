import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const migrations = join(root, 'src/foundation/db/migrations');

test('the newest version in the changelog is that of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(/^## (.*)$/m.exec(changelog)?.[1]).toBe(version);
});

test('each version names its breaking migrations, and none is left out', () => {
  const versions = changelog.split(/^## /m).slice(1);
  const named = versions.flatMap((text) => {
    const list = /^Breaking migrations: ([^\n]+)/m.exec(text)?.[1] as string;
    expect(list, text.slice(0, 10)).toBeDefined();
    return [...list.matchAll(/(\d{4}) \(([a-z_]+)\)/g)].map(
      ([, number, name]) => `${number}_${name}`,
    );
  });
  const breaking = readdirSync(migrations)
    .filter((file) => readFileSync(join(migrations, file), 'utf8').startsWith('-- breaking: yes'))
    .map((file) => file.replace('.sql', ''));
  expect(named.sort()).toEqual(breaking.sort());
});
