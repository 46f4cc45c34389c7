import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../../web');

// Chromium 156 crashes on a balanced or pretty line that contains an isolated name, such as a <bdi>.
test('no stylesheet of a page that shows names balances its lines', () => {
  const files = ['check', 'sandbox', 'console'].flatMap((folder) =>
    globSync(`${folder}/**/*.css`, { cwd: web, exclude: ['**/node_modules/**'] }),
  );
  expect(files.length).toBeGreaterThan(20);
  const balancing = files.filter((file) =>
    /text-wrap[a-z-]*:\s*(balance|pretty)/.test(readFileSync(join(web, file), 'utf8')),
  );
  expect(balancing).toEqual([]);
});
