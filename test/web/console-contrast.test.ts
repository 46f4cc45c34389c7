import { expect, test } from 'vitest';
import { seriesShades, tokens } from '../../src/foundation/page/skin/tokens.ts';
import { colourOf, contrastOf } from '../../src/people/accounts/page-theme.ts';

const drawn = { ...seriesShades, control: tokens.control };

test.each(Object.entries(drawn))(
  'what a chart draws has a contrast of at least 3:1: %s',
  (_, shade) => {
    for (const theme of ['light', 'dark'] as const) {
      const [one, paper] = [shade[theme], tokens.paper[theme]].map((hex) => colourOf(hex.slice(1)));
      expect(one && paper && contrastOf(one, paper), theme).toBeGreaterThanOrEqual(3);
    }
  },
);
