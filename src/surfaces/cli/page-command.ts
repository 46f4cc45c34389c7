import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import {
  type PageSettings,
  readPageSettings,
  setPageSettings,
} from '../../people/accounts/page-queries.ts';
import { deriveTheme } from '../../people/accounts/page-theme.ts';
import type { OnInstallation } from './command-action.ts';
import { readSwitch } from './read-option.ts';
import { pairs, type Text } from './show.ts';

interface PageOptions {
  account: number;
  displayName?: string;
  logo?: string;
  logoDark?: string;
  colour?: string;
  otherWayUrl?: string;
  otherWayPhone?: string;
  textsLink?: boolean;
}

/** An account's branding on the page that people see; `none` resets a setting to the default. */
export function registerPageCommand(page: Command, onInstallation: OnInstallation): void {
  page
    .option('--display-name <name>', 'Name that people know, or none')
    .option('--logo <file>', 'PNG, JPEG or WebP file of at most 64 kB, or none')
    .option('--logo-dark <file>', 'Logo for dark mode, or none')
    .option(
      '--colour <colour>',
      'Colour such as #0A6EBD, or none; darkened if text would be hard to read',
    )
    .option('--other-way-url <url>', 'URL for people who cannot use their face, or none')
    .option(
      '--other-way-phone <number>',
      'Phone number for people who cannot use their face, or none',
    )
    .option(
      '--texts-link <switch>',
      'Let people text the link once to a number they enter, on or off; the account pays for it ' +
        'like for any sms_notice',
      readSwitch,
    )
    .action(
      onInstallation(async ({ pool, change }, { account, ...options }: PageOptions) => {
        const wanted = {
          displayName: codesOrNone(options.displayName),
          colour: codesOrNone(options.colour),
          logo: await readLogo(options.logo),
          logoDark: await readLogo(options.logoDark),
          otherWayUrl: codesOrNone(options.otherWayUrl),
          otherWayPhone: codesOrNone(options.otherWayPhone),
          textsLink: options.textsLink,
        };
        const isChange = Object.values(wanted).some((value) => value !== undefined);
        const settings = isChange
          ? await change('account.page', (by) => setPageSettings(by, account, wanted))
          : await readPageSettings(pool, account);
        return {
          json: { accountId: account, ...withTheme(settings) },
          text: formatSettings(settings),
        };
      }),
    );
}

/** Adds the colours that people actually see, which can differ from the one that was set. */
function withTheme(settings: PageSettings) {
  return { ...settings, theme: settings.colour && deriveTheme(settings.colour.slice(1)) };
}

function formatSettings(settings: PageSettings): Text {
  const { theme, ...facts } = withTheme(settings);
  if (!theme) return pairs(facts);
  const { light, dark } = theme;
  const why = light.lead === facts.colour ? '' : ', darkened for contrast';
  return pairs({
    ...facts,
    'light mode': `${light.lead} with ${light.onLead} text${why}`,
    'dark mode': `${dark.lead} with ${dark.onLead} text`,
  });
}

function codesOrNone(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text;
}

async function readLogo(file: string | undefined): Promise<Buffer | null | undefined> {
  if (file === undefined) return undefined;
  if (file === 'none') return null;
  return readFile(file).catch((fault: NodeJS.ErrnoException) =>
    refuse('file_unreadable', { file, why: String(fault.code) }),
  );
}
