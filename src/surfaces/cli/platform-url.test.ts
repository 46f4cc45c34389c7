import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteServer } from '../../installation/data-dir/running-servers.ts';
import { platformUrl } from './platform-url.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'countersign-url-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('links lead to the running server, whatever port this command would have used', () => {
  const settings = { dataDir, publicUrl: undefined, port: 8080 };
  expect(platformUrl(settings)).toBe('http://127.0.0.1:8080');
  expect(platformUrl({ ...settings, publicUrl: 'https://pay.example.com' })).toBe(
    'https://pay.example.com',
  );
  const forget = noteServer({ dataDir, embedded: true, url: 'http://127.0.0.1:18080' });
  expect(platformUrl(settings)).toBe('http://127.0.0.1:18080');
  forget();
  expect(platformUrl(settings)).toBe('http://127.0.0.1:8080');
});
