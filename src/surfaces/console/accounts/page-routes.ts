import { fail } from '../../../foundation/contract/errors/errors.ts';
import {
  findLogo,
  readPageSettings,
  setPageSettings,
} from '../../../people/accounts/page-queries.ts';
import { deriveTheme } from '../../../people/accounts/page-theme.ts';
import { requireAccount } from '../../../people/accounts/require-account.ts';
import { type ConsoleContext, consoleRoute } from '../kit/console-route.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { LogoQuery, PageChange, PageFacts } from './accounts-contract.ts';

async function showPageSettings({ pool }: Pick<ConsoleContext, 'pool'>, accountId: number) {
  const { name } = await requireAccount(pool, accountId);
  const settings = await readPageSettings(pool, accountId);
  const theme = settings.colour === null ? null : deriveTheme(settings.colour.slice(1));
  return { accountId, name, ...settings, theme };
}

function imageOf(base64: string | null | undefined): Buffer | null | undefined {
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : base64;
}

/** An account's branding on the page that people open; its members can set it too. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/accounts/page',
    right: 'page.read',
    summary: "Show the branding of the person's page",
    reply: PageFacts,
    handle: (context) => showPageSettings(context, requireOneAccount(context.scope)),
  }),
  consoleRoute({
    method: 'POST',
    path: '/accounts/set-page',
    right: 'page.change',
    summary:
      'Change how the account looks to persons; what is not named stays, null is the default',
    body: PageChange,
    // Fits two logos of the maximum size in base64.
    bodyLimit: 200_000,
    reply: PageFacts,
    async handle(context, { body: { logo, logoDark, ...rest } }) {
      const accountId = requireOneAccount(context.scope);
      const wanted = { ...rest, logo: imageOf(logo), logoDark: imageOf(logoDark) };
      await context.change('account.page', (by) => setPageSettings(by, accountId, wanted));
      return showPageSettings(context, accountId);
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/accounts/logo',
    right: 'page.read',
    summary: "The account's logo, for light or dark mode",
    query: LogoQuery,
    reply: 'image/*',
    async handle({ pool, scope }, { query: { scheme = 'light' } }) {
      const logo = await findLogo(pool, requireOneAccount(scope), scheme);
      if (!logo) return fail('nothing_there');
      return { type: logo.mediaType, body: logo.image };
    },
  }),
];
