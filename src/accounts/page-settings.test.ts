import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { findLogo, readPageSettings, setPageSettings } from './page-queries.ts';
import { colourProblem, displayNameProblem, logoTypeOf, themeOf } from './page-settings.ts';
import { createAccount } from './queries.ts';

const png = Buffer.from('89504e470d0a1a0a00', 'hex');

describe('what an account can look like', () => {
  test('a colour on which white text cannot be read is refused with a sentence', () => {
    expect(colourProblem('#0B6B4F')).toBeUndefined();
    expect(colourProblem('#767676')).toBeUndefined();
    expect(colourProblem('#777777')).toContain('contrast of 4.48 to 1; it must have at least');
    expect(colourProblem('#FFEE00')).toContain('choose a darker colour');
    expect(colourProblem('green')).toBe('A colour is written as #RRGGBB.');
    expect(colourProblem('#123;}')).toBe('A colour is written as #RRGGBB.');
  });

  test('a theme is made of nothing but a colour that may be used', () => {
    expect(themeOf('0b6b4f')).toBe(':root{--brand:#0b6b4f}\n');
    for (const hex of ['ffffff', '0B6B4F', '0b6b4', '}body{}', '']) {
      expect(themeOf(hex), hex).toBeUndefined();
    }
  });

  test('a logo is known by its bytes, small, and never an SVG', () => {
    expect(logoTypeOf(png)).toBe('image/png');
    expect(logoTypeOf(Buffer.from('ffd8ffe0', 'hex'))).toBe('image/jpeg');
    expect(logoTypeOf(Buffer.from('RIFF\0\0\0\0WEBPVP8 '))).toBe('image/webp');
    expect(logoTypeOf(Buffer.from('<svg onload="x()">'))).toEqual({
      problem: expect.stringContaining('PNG'),
    });
    expect(logoTypeOf(Buffer.alloc(70_000))).toEqual({ problem: expect.stringContaining('64 kB') });
  });

  test('a display name is one line of text', () => {
    expect(displayNameProblem('罗恩银行')).toBeUndefined();
    for (const name of ['', ' x', 'a\nb', 'x'.repeat(65)]) {
      expect(displayNameProblem(name), name).toContain('1 to 64 characters');
    }
  });
});

describe('in the database', () => {
  let database: TestDatabase;
  let accountId: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    ({ accountId } = await createAccount(database.pool, { name: 'Rowan' }));
  });
  afterAll(() => database.drop());

  test('what is left out stays, null takes back, and a refusal changes nothing', async () => {
    const { pool } = database;
    await setPageSettings(pool, accountId, { displayName: 'Rowan Bank', logo: png });
    await setPageSettings(pool, accountId, { colour: '0B6B4F' });
    const all = { displayName: 'Rowan Bank', colour: '#0b6b4f', hasLogo: true };
    expect(await readPageSettings(pool, accountId)).toEqual(all);
    expect(await findLogo(pool, accountId)).toEqual({ mediaType: 'image/png', image: png });

    await expect(
      setPageSettings(pool, accountId, { displayName: 'Other', colour: '#FFFFFF' }),
    ).rejects.toThrow('contrast of 1.00 to 1');
    await expect(setPageSettings(pool, accountId, { displayName: '' })).rejects.toThrow('1 to 64');
    expect(await readPageSettings(pool, accountId)).toEqual(all);

    await setPageSettings(pool, accountId, { colour: null, logo: null });
    expect(await readPageSettings(pool, accountId)).toEqual({
      displayName: 'Rowan Bank',
      colour: null,
      hasLogo: false,
    });
    await expect(setPageSettings(pool, 999, { colour: null })).rejects.toThrow('no account 999');
  });
});
