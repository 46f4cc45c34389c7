import Type from 'typebox';
import { modes } from '../../../foundation/contract/products.ts';
import { examine } from '../../reports/examine.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { readTasks } from '../overview/read-tasks.ts';
import { SearchAsked } from '../search-box/search-box-contract.ts';
import { CellState, CellsFound, CellsList } from './cells-contract.ts';
import { findInCell, shortenKeys } from './find-in-cell.ts';

/** All cells in one console. A page asks each cell by itself, so that one that is down delays no other. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/cells/list',
    right: 'health.read',
    summary: 'List the cells of CELLS_FILE',
    reply: CellsList,
    async handle({ scope, cells: { cell, list } }) {
      requirePlatform(scope);
      return { own: cell ?? null, cells: list.map((one) => ({ ...one })) };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/cells/state',
    right: 'health.read',
    overCells: true,
    summary: 'Version, failed checks and open tasks of a cell',
    query: Type.Object({ mode: Type.Optional(Type.Enum(modes)) }),
    reply: CellState,
    async handle(context, { query: { mode = 'live' } }) {
      requirePlatform(context.scope);
      const [findings, { review, wallets, endpoints, providers }] = await Promise.all([
        examine(context),
        readTasks(context, mode),
      ]);
      const { cells, version, config } = context;
      return {
        cell: cells.cell ?? null,
        version,
        currency: config.currency,
        problems: findings
          .filter(({ ok }) => !ok)
          .map(({ check, title: { en, zh } }) => ({ check, title: { en, zh } })),
        needs: {
          review: review.count,
          wallets: wallets.length,
          endpoints: endpoints.length,
          providers: providers.filter(({ state }) => state === 'failing').length,
        },
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/cells/find',
    right: 'search.read',
    overCells: true,
    summary: 'Search a cell, and count the calls of a number there',
    body: SearchAsked,
    forward: ({ text }) => ({ text: shortenKeys(String(text)) }),
    reply: CellsFound,
    async handle(context, { body: { text } }) {
      requirePlatform(context.scope);
      return findInCell(context, text);
    },
  }),
];
