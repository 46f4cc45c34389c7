import { expect, test } from 'vitest';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import { descriptionFaults } from './description-faults.ts';

test('each fault has the same placeholders in both languages, and can follow a name', () => {
  for (const [code, { en, zh }] of Object.entries<Bilingual>(descriptionFaults)) {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    expect(placeholders(zh), code).toEqual(placeholders(en));
    expect(en, code).toMatch(/^[a-z{][^.]*.*[^.,]$/);
    expect(zh, code).toMatch(/\p{Script=Han}/u);
  }
});
