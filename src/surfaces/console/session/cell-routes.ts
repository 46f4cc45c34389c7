import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Verified } from '../../../people/other-cells/cell-token.ts';
import { beginSession } from '../../../people/sign-in/begin-session.ts';
import {
  connectPerson,
  disconnectPerson,
  findKnownOperator,
  findOperatorForSession,
  subjectOf,
} from '../../../people/sign-in/connected-queries.ts';
import { consoleRoute, type SessionContext } from '../kit/console-route.ts';
import { isFresh } from '../kit/rights.ts';
import { nonceHash } from './register-cell-entry.ts';
import {
  CellEntry,
  CellSign,
  CellWaiting,
  Disconnect,
  Done,
  EnterCell,
  Nothing,
  SignForCell,
} from './session-contract.ts';

/** An operator goes to the console of another cell, and is the same person there. */
export const routes = [
  consoleRoute({
    method: 'POST',
    path: '/session/cell/sign',
    right: 'full',
    summary: 'Sign who this operator is, for another cell',
    body: SignForCell,
    reply: CellSign,
    async handle({ session, otherCells }, { body: { to, nonce } }) {
      if (session.operatorRole === null) return fail('right_missing');
      const { url } = otherCells.others.get(to) ?? fail('nothing_there');
      const token = await otherCells.signEntry(to, session, nonce);
      return { url: `${url}/console/enter#${token}` };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/cell/enter',
    right: 'anyone',
    summary: 'Enter with the signature of another cell',
    body: EnterCell,
    reply: CellEntry,
    async handle(context, { body: { token } }) {
      const person = await arrive(context, token);
      const known = await findKnownOperator(context.pool, person, context.config.oidcIssuer);
      if (!known) {
        const { cell, personId, createdAt, name } = person;
        context.keepFor('arrived', { cell, personId, createdAt, name });
        return { state: 'connect' as const, from: { cell, name } };
      }
      await enter(context, known, person);
      return { state: 'in' as const };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/session/cell/waiting',
    right: 'anyone',
    summary: 'Show who came from another cell and is not connected yet',
    reply: CellWaiting,
    async handle({ kept, session, clock }) {
      const arrived = kept('arrived');
      const isProved = session?.stage === 'full' && isFresh(session.factorAt, clock.nowMs());
      return {
        from: arrived ? { cell: arrived.cell, name: arrived.name } : null,
        canConnect: isProved && session.operatorRole !== null,
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/cell/connect',
    right: 'fresh',
    summary: 'Connect the person who came from another cell with this operator',
    body: Nothing,
    reply: CellEntry,
    async handle({ kept, keepFor, session, otherCells, change }) {
      const arrived = kept('arrived') ?? fail('cell_entry_failed');
      if (!otherCells.others.has(arrived.cell)) fail('cell_entry_failed');
      await change('person.connect_cell', async (by) => {
        const isOperator = await connectPerson(by, session.personId, subjectOf(arrived));
        if (!isOperator) fail('right_missing');
      });
      keepFor('arrived', null);
      return { state: 'in' as const };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/cell/disconnect',
    right: 'full',
    summary: 'Disconnect this operator from a person of another cell',
    body: Disconnect,
    reply: Done,
    async handle({ session, change }, { body: { subject } }) {
      await change('person.disconnect_cell', async (by) => {
        if (!(await disconnectPerson(by, session.personId, subject))) fail('nothing_there');
      });
      return { ok: true as const };
    },
  }),
];

/**
 * Who came: signed by the cell and for the nonce with which this browser left. The nonce works once. A second tab that
 * starts replaces it, so the token of the first tab must not remove it.
 */
async function arrive(context: SessionContext, token: string): Promise<Verified<'enter'>> {
  const started = context.kept('entry') ?? fail('cell_entry_failed');
  const person = await context.otherCells.verify(token, 'enter');
  if (!person || person.cell !== started.from || person.nonce !== nonceHash(started.nonce)) {
    return fail('cell_entry_failed');
  }
  context.keepFor('entry', null);
  return person;
}

/**
 * A full session without a recent factor. What is hard to undo asks for one of this cell; the signature of another cell
 * alone changes only what asks for none, such as the person's own name.
 */
async function enter(
  context: SessionContext,
  known: { personId: number; name: string },
  person: Verified<'enter'>,
): Promise<void> {
  const { session, visitor, token: replaces, config } = context;
  if (session?.stage === 'full' && session.personId === known.personId) return;
  const arrival = { person: known, stage: 'full' as const, visitor, replaces };
  const { token } = await beginSession(
    context,
    'session.start',
    { ...arrival, from: subjectOf(person) },
    async (change) => {
      const still = await findOperatorForSession(change, person, config.oidcIssuer);
      if (still?.personId !== known.personId) fail('cell_entry_failed');
    },
  );
  context.keep(token);
}
