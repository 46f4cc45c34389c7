import { expect, test } from 'vitest';
import { platformActorName, platformActors } from './platform-actors.ts';

test('a part of the platform has a name of its own in both languages', () => {
  expect(platformActorName('payments')).toEqual({
    en: 'The platform (online payment)',
    zh: '平台（在线支付）',
  });
  for (const [name, { en, zh }] of Object.entries(platformActors)) {
    expect([en, zh], name).toEqual([
      expect.stringMatching(/^The platform \([^()]+\)$/),
      expect.stringMatching(/^平台（[^（）]+）$/),
    ]);
  }
});

test('an actor of a migration, of an older version, or without a name is the platform', () => {
  for (const name of ['migration 0022_prices', 'toString', '']) {
    expect(platformActorName(name)).toEqual({ en: 'The platform', zh: '平台' });
  }
});
