import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findServers, findServerUrl, noteServer } from './running-servers.ts';

const notes = join(import.meta.dirname, '../../../.cache/servers');
const own = join(notes, `${process.pid}.json`);
const server = { dataDir: '/data', url: 'http://127.0.0.1:1', embedded: true };
const ours = () => findServers().filter(({ pid }) => pid === process.pid);

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(own, { force: true });
});

test('a server is found from the folder that it was started in, until it removes its note', () => {
  const forget = noteServer(server);
  const startedFrom = process.cwd();
  expect(findServerUrl('/data')).toBe('http://127.0.0.1:1');
  expect(findServerUrl('/data-of-nobody')).toBeUndefined();
  expect(ours()).toEqual([{ pid: process.pid, startedFrom, ...server }]);
  vi.spyOn(process, 'cwd').mockReturnValue('/elsewhere');
  expect(ours()).toEqual([]);
  vi.restoreAllMocks();
  forget();
  expect(existsSync(own)).toBe(false);
  expect(ours()).toEqual([]);
});

test('a note holds no database URL and no secret', () => {
  noteServer({ ...server, embedded: false });
  const note = JSON.parse(readFileSync(own, 'utf8'));
  expect(Object.keys(note).sort()).toEqual([
    'birth',
    'dataDir',
    'embedded',
    'pid',
    'startedFrom',
    'url',
  ]);
});

test('the note of a killed server is not taken for the process that reuses its pid, and is removed', () => {
  noteServer(server);
  const note = JSON.parse(readFileSync(own, 'utf8'));
  writeFileSync(own, JSON.stringify({ ...note, birth: `${note.birth}0` }));
  expect(ours()).toEqual([]);
  expect(existsSync(own)).toBe(false);
});

test('a half-written note is left alone', () => {
  noteServer(server);
  writeFileSync(own, '{"pid":');
  expect(ours()).toEqual([]);
  expect(readdirSync(notes)).toContain(`${process.pid}.json`);
});
