import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { readPageSettings, setPageSettings } from '../accounts/page-queries.ts';
import { Refused } from '../db/refused.ts';
import type { OnInstallation } from './command-action.ts';
import { pairs } from './show.ts';

interface PageOptions {
  account: number;
  displayName?: string;
  logo?: string;
  colour?: string;
}

/** How an account looks on the page that persons see; `none` takes a setting back to the default. */
export function registerPageCommand(page: Command, onInstallation: OnInstallation): void {
  page
    .option('--display-name <name>', 'who asks, in words persons know; or none')
    .option('--logo <file>', 'a PNG, JPEG or WebP of at most 64 kB; or none')
    .option('--colour <colour>', 'such as #0A6EBD, dark enough for white text; or none')
    .action(
      onInstallation(async ({ pool }, { account, displayName, logo, colour }: PageOptions) => {
        const change = {
          displayName: orNone(displayName),
          colour: orNone(colour),
          logo: await readLogo(logo),
        };
        const isChange = Object.values(change).some((value) => value !== undefined);
        const settings = isChange
          ? await setPageSettings(pool, account, change)
          : await readPageSettings(pool, account);
        return { json: { accountId: account, ...settings }, text: pairs({ ...settings }) };
      }),
    );
}

function orNone(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text;
}

async function readLogo(file: string | undefined): Promise<Buffer | null | undefined> {
  if (file === undefined) return undefined;
  if (file === 'none') return null;
  return readFile(file).catch(() => {
    throw new Refused(`The file ${file} cannot be read.`);
  });
}
