import { fonts, type Shade, seriesShades, tokens } from './tokens.ts';

/** The tokens as custom properties, for the chosen theme and for the system's; paper is always light. */
export function tokensCss(): string {
  const named = Object.entries({
    ...tokens,
    ...Object.fromEntries(
      Object.entries(seriesShades).map(([name, one]) => [
        `series-${name.replaceAll('_', '-')}`,
        one,
      ]),
    ),
  }) as [string, Shade][];
  const values = (theme: keyof Shade) =>
    `color-scheme: ${theme};${named.map(([name, one]) => `--${name}:${one[theme]};`).join('')}`;
  return [
    `:root{--font:${fonts.text};--mono:${fonts.mono};${values('light')}}`,
    `:root:lang(zh){--font:${fonts.besideChinese}}`,
    `@media screen and (prefers-color-scheme: dark){:root:not([data-theme=light]){${values('dark')}}}`,
    `@media screen{:root[data-theme=dark]{${values('dark')}}}`,
  ].join('\n');
}
