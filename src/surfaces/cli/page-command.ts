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
import { pairs } from './show.ts';

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
    .option('--display-name <name>', 'who asks, in words persons know; or none')
    .option('--logo <file>', 'a PNG, JPEG or WebP of at most 64 kB; or none')
    .option('--logo-dark <file>', 'the same for a dark page; or none')
    .option('--colour <colour>', 'such as #0A6EBD; darkened where it could not be read; or none')
    .option('--other-way-url <url>', 'where those go on who do not use their face; or none')
    .option('--other-way-phone <number>', 'whom they call; or none')
    .option(
      '--texts-link <switch>',
      'on: a person can have the link sent once to a number that they type; the account pays for ' +
        'it as for any sms_notice; or off',
      readSwitch,
    )
    .action(
      onInstallation(async ({ pool, change }, { account, ...options }: PageOptions) => {
        const wanted = {
          displayName: orNone(options.displayName),
          colour: orNone(options.colour),
          logo: await readLogo(options.logo),
          logoDark: await readLogo(options.logoDark),
          otherWayUrl: orNone(options.otherWayUrl),
          otherWayPhone: orNone(options.otherWayPhone),
          textsLink: options.textsLink,
        };
        const isChange = Object.values(wanted).some((value) => value !== undefined);
        const settings = isChange
          ? await change('account.page', (by) => setPageSettings(by, account, wanted))
          : await readPageSettings(pool, account);
        return { json: { accountId: account, ...withTheme(settings) }, text: textOf(settings) };
      }),
    );
}

/** Adds the colours that people actually see, which can differ from the one that was set. */
function withTheme(settings: PageSettings) {
  return { ...settings, theme: settings.colour && deriveTheme(settings.colour.slice(1)) };
}

function textOf(settings: PageSettings): string {
  const { theme, ...facts } = withTheme(settings);
  if (!theme) return pairs(facts);
  const { light, dark } = theme;
  const why = light.lead === facts.colour ? '' : ', darkened so that it can be read';
  return pairs({
    ...facts,
    'in the light': `${light.lead} with ${light.onLead} on it${why}`,
    'in the dark': `${dark.lead} with ${dark.onLead} on it`,
  });
}

function orNone(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text;
}

async function readLogo(file: string | undefined): Promise<Buffer | null | undefined> {
  if (file === undefined) return undefined;
  if (file === 'none') return null;
  return readFile(file).catch((fault: NodeJS.ErrnoException) =>
    refuse('file_unreadable', { file, why: String(fault.code) }),
  );
}
