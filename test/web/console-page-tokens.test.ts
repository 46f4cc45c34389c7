import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deriveTheme, pageSurfaces } from '../../src/people/accounts/page-theme.ts';
import { readPageTokens, themeTokens } from '../../web/console/screens/accounts/page-tokens.ts';

const style = readFileSync('web/check/check.css', 'utf8');

test('the tokens of the page are those of its style sheet, light and dark', () => {
  const { light, dark } = readPageTokens(style);
  expect(light).toMatchObject({ '--ink': '#14181f', '--lead': '#1f4fbf', '--on-lead': '#fff' });
  expect(dark).toMatchObject({ '--ink': '#edf0f4', '--lead': '#9dbdff', '--paper': '#161b21' });
  expect(Object.keys(dark)).toEqual(Object.keys(light));
});

test('the colours that an account’s colour is measured against are those of the style sheet', () => {
  const { light, dark } = readPageTokens(style);
  const long = (hex = '') => (hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex);
  expect(pageSurfaces).toEqual({
    paper: long(light['--paper']),
    ground: light['--ground'],
    ink: light['--ink'],
    darkPaper: dark['--paper'],
  });
});

// @mutant web/console/screens/accounts/page-tokens.ts
// - if (colour === null) return { light, dark };
// + if (colour === null) return themeTokens(style, '#0b6b4f');
test('the preview has the page’s own colour until the account has one', () => {
  expect(themeTokens(style, null)).toEqual(readPageTokens(style));
  const own = themeTokens(style, '#0B6B4F');
  expect(own.light).toMatchObject({ '--lead': '#0b6b4f', '--paper': '#fff' });
  expect(own.dark['--lead']).toBe(deriveTheme('0b6b4f').dark.lead);
});
