import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createPeopleFixture,
  home,
  type PeopleFixture,
  password,
} from '../../../test/kit/people-fixture.ts';
import { createClient } from '../../foundation/db/connect.ts';
import { acceptAsNewcomer } from '../../people/sign-in/accept-invitation.ts';
import { ownerLink } from './owner-link.ts';

let fixture: PeopleFixture;
let dataDir: string;
beforeEach(async () => {
  fixture = await createPeopleFixture();
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-owner-'));
});
afterEach(async () => {
  await fixture.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const publicUrl = 'http://127.0.0.1:8080';
const tokenOf = (link = '') => link.trim().split('#')[1] ?? '';
const accept = (token: string) =>
  acceptAsNewcomer(
    fixture,
    token,
    { name: 'Lin', email: 'lin@example.com', password, language: null },
    home,
  );

describe('the first owner’s link', () => {
  test('is made by one of several servers that start together on a new database', async () => {
    const servers = [1, 2].map(() =>
      createClient(fixture.database.target, 'countersign listen catalog'),
    );
    for (const client of servers) await client.connect();
    const other = await mkdtemp(join(tmpdir(), 'countersign-owner-'));
    try {
      const links = await Promise.all([
        ownerLink(fixture.pool, { dataDir, publicUrl }),
        ownerLink(fixture.pool, { dataDir: other, publicUrl }),
      ]);
      expect(links.filter((one) => one?.link)).toHaveLength(1);
      expect(links.filter((one) => one?.isElsewhere)).toHaveLength(1);
    } finally {
      for (const client of servers) await client.end();
      await rm(other, { recursive: true });
    }
  });

  test('is shown once, readable by its owner only, and valid until it is used', async () => {
    const first = await ownerLink(fixture.pool, { dataDir, publicUrl });
    expect(first?.link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/console\/welcome#[\w-]{43}$/);
    const file = join(dataDir, 'owner.link');
    expect(first?.file).toBe(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe(`${first?.link}\n`);
    await chmod(file, 0o644);
    const moved = { dataDir, publicUrl: 'https://pay.example.com' };
    expect(await ownerLink(fixture.pool, moved)).toEqual({ file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const kept = await readFile(file, 'utf8');
    expect(kept).toContain('https://pay.example.com/console/welcome#');
    await accept(tokenOf(kept));
    expect(await ownerLink(fixture.pool, { dataDir, publicUrl })).toBeUndefined();
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('is created again when it has expired or its file is gone', async () => {
    const first = await ownerLink(fixture.pool, { dataDir, publicUrl });
    await fixture.pool.query('update invitations set expires_at = now()');
    const second = await ownerLink(fixture.pool, { dataDir, publicUrl });
    expect(second?.link).toBeDefined();
    expect(second?.link).not.toBe(first?.link);
    await rm(join(dataDir, 'owner.link'));
    const third = await ownerLink(fixture.pool, { dataDir, publicUrl });
    await accept(tokenOf(third?.link));
    await expect(accept(tokenOf(second?.link))).rejects.toMatchObject({
      reason: 'invitation_gone',
    });
  });
});
