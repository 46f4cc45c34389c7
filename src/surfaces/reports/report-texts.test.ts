import { expect, test } from 'vitest';
import { stopTexts } from '../../vendors/providers/stop-texts.ts';
import { checkTitles, findingTexts, harmTexts, routeTexts } from './report-texts.ts';

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

test.each(
  Object.entries({ ...checkTitles, ...findingTexts, ...harmTexts, ...routeTexts, ...stopTexts }),
)('%s fills the same placeholders in both languages', (_, { en, zh }) => {
  expect(placeholders(zh)).toEqual(placeholders(en));
  expect(zh).not.toMatch(/ (the|is|are|has|to) /);
});
