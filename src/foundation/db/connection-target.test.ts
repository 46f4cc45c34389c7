import { describe, expect, test } from 'vitest';
import { readTarget } from './connection-target.ts';

describe('a target', () => {
  test.each([
    ['postgresql://me@db/app', [['db', 5432]], false],
    ['postgres://me:secret@db:6000/app?sslmode=require', [['db', 6000]], false],
    ['postgresql:///app?host=/run/pg&user=me', [['/run/pg', 5432]], false],
    ['postgresql:///app?host=/run/pg&port=6000&user=me', [['/run/pg', 6000]], false],
    ['postgres://me@[::1]:6000/app', [['::1', 6000]], false],
    [
      'postgres://a,b/app',
      [
        ['a', 5432],
        ['b', 5432],
      ],
      true,
    ],
    [
      'postgres://a:1,b:2/app?target_session_attrs=read-write',
      [
        ['a', 1],
        ['b', 2],
      ],
      true,
    ],
    [
      'postgres://a:1,b:2/app?target_session_attrs=any',
      [
        ['a', 1],
        ['b', 2],
      ],
      false,
    ],
    [
      'postgres:///app?host=a,b&port=1,2',
      [
        ['a', 1],
        ['b', 2],
      ],
      true,
    ],
    [
      'postgres:///app?host=a,b&port=7',
      [
        ['a', 7],
        ['b', 7],
      ],
      true,
    ],
    ['postgres://me@db/app?target_session_attrs=primary', [['db', 5432]], true],
  ])('%s names its hosts in order', (text, hosts, needsPrimary) => {
    const target = readTarget(text);
    expect(target?.hosts.map(({ host, port }) => [host, port])).toEqual(hosts);
    expect(target?.needsPrimary).toBe(needsPrimary);
  });

  test('keeps its user, password, database and options for the driver', () => {
    const url = new URL(
      readTarget('postgres://me:p%40ss@a:1,b:2/app?options=-c%20work_mem%3D8MB')?.url ?? '',
    );
    expect([url.username, url.password, url.pathname]).toEqual(['me', 'p%40ss', '/app']);
    expect(url.searchParams.get('options')).toBe('-c work_mem=8MB');
    expect(url.searchParams.get('host')).toBe('a');
  });

  test.each([
    'mysql://a/b',
    'postgres//a/b',
    'postgres://a:0/b',
    'postgres://a:99999/b',
    'postgres://a:1:2/b',
    'postgres://a,b/c?target_session_attrs=standby',
    'a,b',
  ])('%s is not valid', (text) => {
    expect(readTarget(text)).toBeUndefined();
  });
});
