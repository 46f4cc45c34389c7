import { consoleRoute } from '../kit/console-route.ts';
import { findModes } from './find-modes.ts';
import { findText } from './find-text.ts';
import { SearchAsked, SearchFound } from './search-box-contract.ts';

/**
 * One search field for everything. The text is sent in a body, not in the URL, because it may be a person's
 * number.
 */
export const routes = [
  consoleRoute({
    method: 'POST',
    path: '/search-box/find',
    right: 'search.read',
    summary: 'Search accounts, calls, keys and people',
    body: SearchAsked,
    reply: SearchFound,
    async handle(context, { body }) {
      const { found, filter } = await findText(context, body.text);
      if (!found.person || !filter) return { ...found, person: null };
      return { ...found, person: { ...found.person, modes: await findModes(context, filter) } };
    },
  }),
];
