import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { findLogo, readPageSettings, setPageSettings } from './page-queries.ts';
import {
  checkColour,
  checkDisplayName,
  checkOtherWayPhone,
  checkOtherWayUrl,
  logoTypeOf,
} from './page-settings.ts';
import { createAccount } from './queries.ts';

const png = Buffer.from('89504e470d0a1a0a00', 'hex');

describe('the branding of an account', () => {
  test('accepts any valid colour', () => {
    for (const colour of ['#0B6B4F', '0b6b4f', '#FFEE00']) {
      expect(() => checkColour(colour), colour).not.toThrow();
    }
    for (const colour of ['green', '#123;}', '#12345', '']) {
      expect(() => checkColour(colour), colour).toThrow('Colour must be in the form #RRGGBB.');
    }
  });

  test('accepts an https URL or a telephone number as the alternative', () => {
    expect(() => checkOtherWayUrl('https://rowan.test/branch')).not.toThrow();
    for (const url of ['http://rowan.test', 'tel:95588', 'javascript:x', '']) {
      expect(() => checkOtherWayUrl(url), url).toThrow('must begin with https://');
    }
    for (const phone of ['95588', '400-800-8888', '+86 (10) 8888.8888']) {
      expect(() => checkOtherWayPhone(phone), phone).not.toThrow();
    }
    for (const phone of ['', '1', 'call us', '１２３４５', '-95588', '95588 ', '1'.repeat(32)]) {
      expect(() => checkOtherWayPhone(phone), phone).toThrow('Phone number must have');
    }
  });

  test('recognizes a logo by its bytes, small, and never an SVG', () => {
    expect(logoTypeOf(png)).toBe('image/png');
    expect(logoTypeOf(Buffer.from('ffd8ffe0', 'hex'))).toBe('image/jpeg');
    expect(logoTypeOf(Buffer.from('RIFF\0\0\0\0WEBPVP8 '))).toBe('image/webp');
    const typeOf = (text: string) => () => logoTypeOf(Buffer.from(text));
    expect(typeOf('<svg onload="x()">')).toThrow('PNG');
    expect(typeOf('RIFX\0\0\0\0WEBPVP8 ')).toThrow('PNG');
    expect(typeOf('RIFF\0\0\0\0WAVEfmt ')).toThrow('PNG');
    const sized = (bytes: number) => logoTypeOf(Buffer.concat([png], bytes));
    expect(sized(65_536)).toBe('image/png');
    expect(() => sized(65_537)).toThrow('64 kB');
  });

  test('accepts a display name of one line', () => {
    expect(() => checkDisplayName('罗恩银行')).not.toThrow();
    for (const name of ['', 'a\nb', 'x'.repeat(65)]) {
      expect(() => checkDisplayName(name), name).toThrow('1 to 64 characters');
    }
    expect(() => checkDisplayName(' x')).toThrow('must not begin or end with a space');
  });
});

describe('in the database', () => {
  let database: TestDatabase;
  let accountId: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    ({ accountId } = await createAccount(byTest(database.pool), { name: 'Rowan' }));
  });
  afterAll(() => database.drop());

  test('keeps omitted fields, clears null ones, and changes nothing when refused', async () => {
    const { pool } = database;
    await setPageSettings(byTest(pool), accountId, { displayName: 'Rowan Bank', logo: png });
    await setPageSettings(byTest(pool), accountId, { colour: '0B6B4F' });
    const all = {
      displayName: 'Rowan Bank',
      colour: '#0b6b4f',
      hasLogo: true,
      hasDarkLogo: false,
      otherWayUrl: null,
      otherWayPhone: null,
      textsLink: false,
    };
    expect(await readPageSettings(pool, accountId)).toEqual(all);
    expect(await findLogo(pool, accountId)).toEqual({ mediaType: 'image/png', image: png });

    await expect(
      setPageSettings(byTest(pool), accountId, { displayName: 'Other', colour: 'white' }),
    ).rejects.toThrow('in the form #RRGGBB');
    await expect(
      setPageSettings(byTest(pool), accountId, { displayName: 'Other', otherWayPhone: 'none' }),
    ).rejects.toThrow('Phone number must have');
    await expect(setPageSettings(byTest(pool), accountId, { displayName: '' })).rejects.toThrow(
      '1 to 64',
    );
    expect(await readPageSettings(pool, accountId)).toEqual(all);

    await setPageSettings(byTest(pool), accountId, { colour: null, logo: null });
    expect(await readPageSettings(pool, accountId)).toEqual({
      ...all,
      colour: null,
      hasLogo: false,
    });
    await expect(setPageSettings(byTest(pool), 999, { colour: null })).rejects.toThrow(
      'Account 999 not found',
    );
  });

  test('sets and clears the alternative and the message with the link', async () => {
    const { pool } = database;
    const ways = { otherWayUrl: 'https://rowan.test/branch', otherWayPhone: '95588' };
    expect(
      await setPageSettings(byTest(pool), accountId, { ...ways, textsLink: true }),
    ).toMatchObject({
      ...ways,
      textsLink: true,
    });
    await setPageSettings(byTest(pool), accountId, { otherWayUrl: null });
    expect(await readPageSettings(pool, accountId)).toMatchObject({
      otherWayUrl: null,
      otherWayPhone: '95588',
      textsLink: true,
    });
    await setPageSettings(byTest(pool), accountId, { otherWayPhone: null, textsLink: false });
    expect(await readPageSettings(pool, accountId)).toMatchObject({
      otherWayPhone: null,
      textsLink: false,
    });
  });

  test('keeps a dark logo beside a light one, and removes it with that', async () => {
    const { pool } = database;
    const dark = Buffer.from('ffd8ffe0', 'hex');
    for (const change of [{ logoDark: dark }, { logo: null, logoDark: dark }]) {
      await expect(setPageSettings(byTest(pool), accountId, change)).rejects.toThrow(
        'Upload a light logo as well',
      );
    }
    await setPageSettings(byTest(pool), accountId, { logo: png, logoDark: dark });
    expect(await findLogo(pool, accountId)).toEqual({ mediaType: 'image/png', image: png });
    expect(await findLogo(pool, accountId, 'dark')).toEqual({
      mediaType: 'image/jpeg',
      image: dark,
    });
    const darkAlone = setPageSettings(byTest(pool), accountId, { logo: null, logoDark: png });
    await expect(darkAlone).rejects.toThrow('Upload a light logo as well');
    expect(await findLogo(pool, accountId)).toMatchObject({ image: png });
    await setPageSettings(byTest(pool), accountId, { logoDark: null });
    expect(await findLogo(pool, accountId, 'dark')).toBeUndefined();
    await setPageSettings(byTest(pool), accountId, { logoDark: png });
    expect(await readPageSettings(pool, accountId)).toMatchObject({ hasDarkLogo: true });
    await setPageSettings(byTest(pool), accountId, { logo: null });
    expect(await readPageSettings(pool, accountId)).toMatchObject({
      hasLogo: false,
      hasDarkLogo: false,
    });
  });
});
