import { expect, test } from 'vitest';
import type { Cells } from '../read-cells.ts';
import { caddyConfig } from './caddy-config.ts';
import { haproxyConfig } from './haproxy-config.ts';
import { nginxConfig } from './nginx-config.ts';
import { planProxy } from './plan-proxy.ts';

const api = 'https://api.example.com';
const servers = ['10.0.0.1:8080'];

function plan(urls: Record<number, string>, more: Partial<Cells> = {}) {
  const cells = Object.fromEntries(
    Object.entries(urls).map(([cell, url]) => [cell, { url, servers }]),
  );
  return planProxy({ api, cells, ...more });
}

test('requests without a number go to the lowest cell, or to the one that the list names', () => {
  const urls = { 10: `${api}/c10`, 2: `${api}/c2` };
  expect(plan(urls).unnumbered).toBe('2');
  expect(plan(urls, { unnumbered: 10 }).unnumbered).toBe('10');
  for (const write of [nginxConfig, haproxyConfig, caddyConfig]) {
    expect(write(plan(urls, { unnumbered: 10 }))).toMatch(
      /(default|import) countersign_10|default_backend countersign_10/,
    );
  }
});

test('the console is at the address of its cell, unless that is the public address', () => {
  expect(plan({ 1: `${api}/`, 2: `${api}/c2` }).consoleUrl).toBeUndefined();
  const elsewhere = plan({ 1: `${api}/c1`, 2: `${api}/c2` });
  expect(elsewhere.consoleUrl).toBe(`${api}/c1`);
  for (const write of [nginxConfig, haproxyConfig, caddyConfig]) {
    expect(write(elsewhere)).toContain('/console');
  }
});

test('longer paths come first, and the host of people has its own place', () => {
  const { sites, pages } = planProxy({
    api,
    cells: {
      1: { url: `${api}/a`, servers },
      2: { url: `${api}/a/b`, person: 'https://id.example.com/b', servers },
    },
  });
  expect(sites.map(({ path }) => path)).toEqual(['/a/b', '/a', '/b']);
  expect(pages[1]).toEqual({ cell: '2', url: 'https://id.example.com/b' });
});

test.each([
  [{ 1: 'http://one.example.com' }, /must be an https URL without a port/],
  [{ 1: 'https://one.example.com:8443' }, /without a port/],
  [{ 1: `${api}/a%20b` }, /only letters, digits/],
  [{ 1: `${api}/c`, 2: `${api}/c/` }, /Cells 1 and 2 have the same address/],
  [{ 1: `${api}/c1`, 2: api }, /Cell 2 is at the public address, so unnumbered must be 2/],
  [{ 1: `${api}/api` }, /cannot have the path \/api there/],
])('rejects %j, with the fault', (urls, fault) => {
  expect(() => plan(urls)).toThrow(fault);
});

test('rejects a cell without servers, and a public address with a path', () => {
  expect(() => planProxy({ api, cells: { 1: { url: `${api}/c1` } } })).toThrow('no servers');
  expect(() => plan({ 1: `${api}/c1` }, { api: `${api}/pay` })).toThrow('must have no path');
});
