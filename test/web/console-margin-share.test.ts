import { expect, test } from 'vitest';
import { marginShare } from '../../web/console/screens/overview/margin-share.ts';

test('a margin is a share of the revenue whose cost is known, and unknown without such revenue', () => {
  expect(marginShare('0.0200', '1.0500', '1.0000')).toBeCloseTo(0.4);
  expect(marginShare('-0.0100', '0.0500', '0.0000')).toBeCloseTo(-0.2);
  expect(marginShare(null, '1.0000', '1.0000')).toBeUndefined();
  expect(marginShare('-0.0350', '1.0000', '1.0000')).toBeUndefined();
  expect(marginShare(undefined, '1.0000')).toBeUndefined();
});
