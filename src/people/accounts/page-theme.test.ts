import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colourOf, contrastOf, deriveTheme, themeOf } from './page-theme.ts';

const contrast = (one: string, other: string) =>
  contrastOf(colourOf(one.slice(1)), colourOf(other.slice(1)));

describe("an account's colour", () => {
  test('is used unchanged if it is readable on paper and ground', () => {
    expect(deriveTheme('0b6b4f').light).toEqual({ lead: '#0b6b4f', onLead: '#ffffff' });
    // Just enough contrast on white, and not on the ground.
    expect(contrast('#767676', '#ffffff')).toBeGreaterThan(4.5);
    expect(deriveTheme('767676').light.lead).not.toBe('#767676');
  });

  test('is darkened no more than necessary, and keeps its hue', () => {
    const { lead } = deriveTheme('ffee00').light;
    expect(contrast(lead, '#f3f5f7')).toBeLessThan(4.8);
    const [red, green, blue] = colourOf(lead.slice(1));
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(red * 0.9);
    expect(blue).toBe(0);
  });

  test('is lightened for the dark no more than necessary, and does not turn grey', () => {
    const { lead } = deriveTheme('0b6b4f').dark;
    expect(contrast(lead, '#161b21')).toBeLessThan(7.3);
    const [red, green, blue] = colourOf(lead.slice(1));
    expect(green - red).toBeGreaterThan(80);
    expect(green - blue).toBeGreaterThan(20);
  });

  test('is always readable, light and dark, and so is the text on it', () => {
    const colours = fc.integer({ min: 0, max: 0xffffff });
    fc.assert(
      fc.property(colours, (number) => {
        const { light, dark } = deriveTheme(number.toString(16).padStart(6, '0'));
        expect(contrast(light.lead, '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(light.lead, '#f3f5f7')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(dark.lead, '#161b21')).toBeGreaterThanOrEqual(7);
        for (const { lead, onLead } of [light, dark]) {
          expect(contrast(lead, onLead)).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { examples: [[0], [0xffffff], [0xff0000], [0x00ff00], [0x0000ff]] },
    );
  });

  test('is measured as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBe(21);
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
    expect(contrast('#14181f', '#f3f5f7')).toBeCloseTo(16.3, 1);
  });

  test('becomes a stylesheet of nothing but colours', () => {
    expect(themeOf('0b6b4f')).toMatch(
      /^:root\{--lead:#0b6b4f;--on-lead:#ffffff\}\n@media \(prefers-color-scheme:dark\)\{:root\{--lead:#[0-9a-f]{6};--on-lead:#14181f\}\}\n$/,
    );
    for (const hex of ['0B6B4F', '0b6b4', '}body{}', '']) expect(themeOf(hex), hex).toBeUndefined();
  });
});
