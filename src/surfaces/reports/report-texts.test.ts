import { expect, test } from 'vitest';
import { stopTexts } from '../../vendors/providers/stop-texts.ts';
import type { Detail } from './finding-detail.ts';
import { checkTitles, findingTexts, harmTexts, routeTexts } from './report-texts.ts';

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

test.each(
  Object.entries({ ...checkTitles, ...findingTexts, ...harmTexts, ...routeTexts, ...stopTexts }),
)('%s fills the same placeholders in both languages', (_, { en, zh }) => {
  expect(placeholders(zh)).toEqual(placeholders(en));
  expect(zh).not.toMatch(/ (the|is|are|has|to) /);
});

test.each(Object.entries<Detail>(findingTexts))(
  '%s says in both languages what to do, with no placeholder of its own',
  (_, { en, todo, command = '' }) => {
    const filled = placeholders(en);
    for (const text of [todo?.en ?? '', todo?.zh ?? '', command]) {
      expect(filled).toEqual(expect.arrayContaining(placeholders(text)));
    }
    if (command) expect(todo).toBeDefined();
    expect(todo?.zh ?? '').not.toMatch(/ (the|is|are|has|to) /);
  },
);
