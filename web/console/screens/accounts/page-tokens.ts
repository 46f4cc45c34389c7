import { deriveTheme } from '../../../../src/people/accounts/page-theme.ts';

/** The custom properties of the person's page, such as `--paper`. */
export type PageTokens = Readonly<Record<string, string>>;

/** Reads the tokens from the page's own style sheet, where the first `:root` is light and the second dark. */
export function readPageTokens(style: string): { light: PageTokens; dark: PageTokens } {
  const [light = {}, dark = {}] = [...style.matchAll(/:root\s*\{([^}]*)\}/g)].map(([, body = '']) =>
    Object.fromEntries(
      [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    ),
  );
  return { light, dark: { ...light, ...dark } };
}

/** The tokens of an account's page: its colour, if it has one, replaces the page's own. */
export function themeTokens(
  style: string,
  colour: string | null,
): { light: PageTokens; dark: PageTokens } {
  const { light, dark } = readPageTokens(style);
  if (colour === null) return { light, dark };
  const theme = deriveTheme(colour.replace('#', '').toLowerCase());
  return {
    light: { ...light, '--lead': theme.light.lead, '--on-lead': theme.light.onLead },
    dark: { ...dark, '--lead': theme.dark.lead, '--on-lead': theme.dark.onLead },
  };
}
