import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../foundation/settings/config.ts';
import { defaultAddress, isTaken, listenAddress } from './taken-port.mjs';

const host = '127.0.0.1';
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen({ host, port: 0 }, resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => server.close());

test('a port is taken while something listens there, and free before and after', async () => {
  expect(await isTaken({ host, port })).toBe(true);
  expect(await isTaken({ host, port: 0 })).toBe(false);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen({ host, port: 0 }, resolve));
  const address = { host, port: (other.address() as { port: number }).port };
  expect(await isTaken(address)).toBe(true);
  await new Promise((resolve) => other.close(resolve));
  expect(await isTaken(address)).toBe(false);
  // Probing leaves no listener behind.
  expect(await isTaken(address)).toBe(false);
});

test('the address is the one in the settings', () => {
  const { host, port } = loadConfig({});
  expect(defaultAddress).toEqual({ host, port });
  expect(listenAddress({})).toEqual({ host, port });
  expect(listenAddress({ PORT: ' 81 ', HOST: '0.0.0.0' })).toEqual({ host: '0.0.0.0', port: 81 });
  expect(listenAddress({ PORT: '', HOST: '' })).toEqual(defaultAddress);
  // The server itself reports what is wrong with them.
  expect(listenAddress({ PORT: '99999' })).toBeUndefined();
  expect(listenAddress({ PORT: 'http' })).toBeUndefined();
});

test('a start on a taken port fails before anything else is done', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-taken-'));
  try {
    // The probe needs neither a folder to install in nor a database.
    const run = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../../scripts/start.mjs')],
      {
        env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder },
        encoding: 'utf8',
      },
    );
    expect(run).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `countersign: Port ${port} on ${host} is in use. Free it, or set PORT to another port.\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
