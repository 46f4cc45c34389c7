import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { readSettings, type SettingsOptions } from './read-settings.ts';

const vendor = {
  config: {
    properties: {
      port: { type: 'integer' },
      rate: { type: 'number' },
      isTls: { type: 'boolean' },
      headers: { type: 'object' },
      secret: { type: 'string' },
    },
  },
} as unknown as Vendor;

const folder = mkdtempSync(join(tmpdir(), 'countersign-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const read = (options: SettingsOptions, before = {}) => readSettings(vendor, before, options);

test('a setting has the type that its vendor declares', async () => {
  const set = ['port=2775', 'rate=-0.5', 'isTls=on', 'headers={"a":1}', 'secret=12'];
  expect(await read({ set })).toEqual({
    ...{ port: 2775, rate: -0.5, isTls: true, headers: { a: 1 }, secret: '12' },
  });
  expect(await read({ set: ['isTls=true'] })).toEqual({ isTls: true });
  expect(await read({ set: ['isTls=off'] })).toEqual({ isTls: false });
  expect(await read({ set: ['isTls=false'] })).toEqual({ isTls: false });
  // An invalid value is left as typed, so that the vendor's own message applies.
  expect(await read({ set: ['port=x', 'isTls=maybe'] })).toEqual({ port: 'x', isTls: 'maybe' });
  await expect(read({ set: ['headers={'] })).rejects.toThrow('headers must be written as JSON.');
});

test('options override a file, and a file overrides the stored settings', async () => {
  const config = fileOf('settings.json', '{"port":1,"secret":"file"}');
  const before = { port: 0, rate: 3 };
  const settings = await read({ config, set: ['secret=a=b'] }, before);
  expect(settings).toEqual({ port: 1, rate: 3, secret: 'a=b' });
  expect(before).toEqual({ port: 0, rate: 3 });
});

test('the output of a simulator is accepted unchanged', async () => {
  const exported = { vendor: 'smpp', url: 'http://127.0.0.1', config: { port: 5 } };
  expect(await read({ config: fileOf('exported.json', JSON.stringify(exported)) })).toEqual({
    port: 5,
  });
  const own = { url: 'http://a.example', config: 'x' };
  expect(await read({ config: fileOf('own.json', JSON.stringify(own)) })).toEqual(own);
});

test('a secret is read from its file, without the trailing newline', async () => {
  const secret = fileOf('secret', ' hush \r\n');
  expect(await read({ set: [`secret=@${secret}`] })).toEqual({ secret: ' hush ' });
  const lines = fileOf('lines', 'one\ntwo\n');
  expect(await read({ set: [`secret=@${lines}`] })).toEqual({ secret: 'one\ntwo' });
});

test.each(['[]', 'null', '"x"', '{'])(
  '%s is not valid as settings, and is not echoed',
  async (text) => {
    const refused = read({ config: fileOf('odd.json', text) });
    await expect(refused).rejects.toThrow(/^Provider settings must be a JSON object\.$/);
  },
);

test('a missing file is named', async () => {
  const gone = join(folder, 'gone');
  await expect(read({ config: gone })).rejects.toThrow(`Cannot read ${gone}: ENOENT.`);
});
