import { fonts, type Shade, seriesShades, tokens } from './tokens.ts';

/** The tokens as custom properties, for the chosen theme and for the system's; paper is always light. */
export function tokensCss(): string {
  const series = Object.entries(seriesShades).map(
    ([name, one]) => [name, `series-${name.replaceAll('_', '-')}`, one] as const,
  );
  const named: [string, Shade][] = [
    ...Object.entries(tokens),
    ...series.map(([, token, one]): [string, Shade] => [token, one]),
  ];
  const values = (theme: keyof Shade) =>
    `color-scheme: ${theme};${named.map(([name, one]) => `--${name}:${one[theme]};`).join('')}`;
  return [
    `:root{--font:${fonts.text};--mono:${fonts.mono};${values('light')}}`,
    `:root:lang(zh){--font:${fonts.besideChinese}}`,
    `@media screen and (prefers-color-scheme: dark){:root:not([data-theme=light]){${values('dark')}}}`,
    `@media screen{:root[data-theme=dark]{${values('dark')}}}`,
    ...series.map(([name, token]) => `[data-colour=${name}]{--colour:var(--${token})}`),
  ].join('\n');
}
