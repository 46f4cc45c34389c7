import { consoleRoute } from '../kit/console-route.ts';
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
    handle: async (context, { body }) => (await findText(context, body.text)).found,
  }),
];
