import type { IncomingHttpHeaders } from 'node:http';
import type { TSchema } from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { issuerOf } from '../../../people/other-cells/cell-token.ts';
import { findKnownOperator } from '../../../people/sign-in/connected-queries.ts';
import type { Session } from '../../../people/sign-in/session-queries.ts';
import type { ConsolePorts } from './console-ports.ts';
import type { ConsoleRoute } from './console-route.ts';

/**
 * The token of another cell that asks in the name of one of its operators. Other routes look at the cookie alone, and so
 * does every route if the header is not a cell's, but that of a proxy in front of the console.
 */
export function bearerOf(
  { overCells }: ConsoleRoute,
  { authorization }: IncomingHttpHeaders,
): string | undefined {
  const [, token] = (overCells && /^Bearer (\S+)$/i.exec(authorization ?? '')) || [];
  return token !== undefined && issuerOf(token) !== undefined ? token : undefined;
}

/**
 * The operator here in whose name another cell asks. They have their rights of this cell, no accounts, and no recent
 * factor.
 */
export async function findBearer(
  { pool, config, otherCells }: Pick<ConsolePorts, 'pool' | 'config' | 'otherCells'>,
  token: string,
): Promise<Session> {
  const person = (await otherCells.verify(token, 'read')) ?? fail('sign_in_required');
  const known = await findKnownOperator(pool, person, config.oidcIssuer);
  const { role, ...found } = known ?? fail('cell_not_connected');
  return {
    ...found,
    sessionId: '00000000-0000-0000-0000-000000000000',
    stage: 'full',
    operatorRole: role,
    memberships: new Map(),
    factorAt: null,
    fromSubject: null,
  };
}

/** The other cell that a request asks for by `cell=N`; undefined if it is for this one. */
export function cellAsked(
  { overCells }: ConsoleRoute,
  { otherCells, cells }: Pick<ConsolePorts, 'otherCells' | 'cells'>,
  url: string,
): number | undefined {
  const word = overCells ? searchOf(url).get('cell') : null;
  if (word === null || word === '') return undefined;
  if (!/^[1-9][0-9]{0,3}$/.test(word)) {
    fail('invalid_request', { details: [{ field: 'cell', problem: problems.wrong_form }] });
  }
  const cell = Number(word);
  if (cell === cells.cell) return undefined;
  return otherCells.others.has(cell) ? cell : fail('nothing_there');
}

/** Asks the same route of another cell: the same query and body, in the name of the person there. */
export function relayToCell(
  route: ConsoleRoute,
  { otherCells }: Pick<ConsolePorts, 'otherCells'>,
  { cell, personId, url }: { cell: number; personId: number; url: string },
  { body, signal }: { body: Record<string, unknown>; signal: AbortSignal },
): Promise<unknown> {
  const search = searchOf(url);
  search.delete('cell');
  const query = search.size === 0 ? '' : `?${search}`;
  const given = route.body ? (route.forward?.(body) ?? body) : undefined;
  return otherCells.ask(cell, personId, {
    method: route.method,
    path: `/platform${route.path}${query}`,
    body: given,
    reply: route.reply as TSchema,
    signal,
  });
}

function searchOf(url: string): URLSearchParams {
  return new URLSearchParams(url.replace(/^[^?]*/, ''));
}
