import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';
import { makeFont } from './statement-font.ts';

const open = (text: string, weight: 400 | 600) => create(makeFont(text, weight)) as Font;
const inkOf = (font: Font, character: string) => {
  const { minX, maxX, minY, maxY } = font.glyphForCodePoint(
    character.codePointAt(0) as number,
  ).bbox;
  return { wide: maxX - minX, high: maxY - minY };
};

test('a font subset has the characters of a text, Chinese and rare ones included, and no others', () => {
  const font = open('对账单 1,2 − 䶮𠮷é', 400);
  for (const character of '对账单 12,−䶮𠮷é') {
    expect(font.hasGlyphForCodePoint(character.codePointAt(0) as number), character).toBe(true);
  }
  expect(font.hasGlyphForCodePoint('余'.codePointAt(0) as number)).toBe(false);
  expect(inkOf(font, '账').wide).toBeGreaterThan(700);
});

test('a character missing in the font is shown as a box, and nothing disappears', () => {
  const font = open('ሴ', 400);
  expect(inkOf(font, 'ሴ').high).toBeGreaterThan(500);
});

test('bold is bolder: the stem of a letter matches its weight', () => {
  const stem = (weight: 400 | 600) => inkOf(open('l', weight), 'l').wide;
  expect(stem(600)).toBeGreaterThan(stem(400) * 1.2);
  // The thinnest instance, which the file shows by default, has a third of the stem width.
  expect(stem(400)).toBeGreaterThan(60);
});
