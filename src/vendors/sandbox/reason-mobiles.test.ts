import { expect, test } from 'vitest';
import { messageReasons } from '../../foundation/contract/errors/failure-reasons.ts';
import { endingOf } from './reason-mobiles.ts';
import { magicMobiles, rehearsedRefusals } from './sandbox-scripts.ts';

test('every reason for which a message can fail has a magic mobile', () => {
  const played = new Set(magicMobiles.map(({ reason }) => reason));
  expect(Object.keys(messageReasons).filter((reason) => !played.has(reason as never))).toEqual([]);
});

test('a magic mobile fails for the reason that is documented', () => {
  for (const { script, reason } of magicMobiles) {
    // These two never answer, so that the line itself names the reason.
    if (script.startsWith('timeout')) expect(reason).toBe('no_answer');
    else expect(endingOf(script)?.reason).toBe(reason);
  }
});

test('no magic mobile has two outcomes', () => {
  const mobiles = [...magicMobiles, ...rehearsedRefusals].map(({ mobile }) => mobile);
  expect(new Set(mobiles).size).toBe(mobiles.length);
});
