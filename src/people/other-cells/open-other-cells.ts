import { errors, type JSONWebKeySet } from 'jose';
import type { Pool } from 'pg';
import type { CellPorts, ListedCell } from '../../foundation/cell/require-own-cell.ts';
import type { Clock } from '../../foundation/clock.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { createHttpClient, NoAnswer, NotSent } from '../../foundation/outbound/http-client.ts';
import type { Vault } from '../../foundation/vault.ts';
import { readIdentity } from '../sign-in/connected-queries.ts';
import { askCell, askMs, type CellRequest } from './ask-cell.ts';
import { signToken, type TokenUse, type Verified, verifyToken } from './cell-token.ts';
import { remoteKeys } from './remote-keys.ts';
import { openSigningKey, readPublicKey } from './signing-key.ts';

/** What this cell signs for the others and believes of them, and how it asks them. */
export interface OtherCells {
  /** The number of this cell; undefined if it has none, or is isolated: it then talks to no other cell. */
  own: number | undefined;
  /** The other cells that can be asked and entered. */
  others: ReadonlyMap<number, ListedCell>;
  /** The public keys of this cell. */
  keys(): Promise<JSONWebKeySet>;
  /** Asks another cell in the name of a person of this one. */
  ask(cell: number, personId: number, request: CellRequest): Promise<unknown>;
  /** Signs who a person is, so that they can enter the console of another cell. */
  signEntry(
    cell: number,
    person: { personId: number; name: string },
    nonce: string,
  ): Promise<string>;
  /** Who a token names, if a cell that we know signed it for this one and this use. */
  verify<Use extends TokenUse>(token: string, use: Use): Promise<Verified<Use> | undefined>;
  close(): Promise<void>;
}

export interface OtherCellsPorts {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  cells: CellPorts;
}

/** Requests to one cell at a time. The limit is that of a cell, so that a silent one delays no other. */
const connections = 16;

export function openOtherCells({ pool, clock, vault, cells }: OtherCellsPorts): OtherCells {
  const { own, others } = openCellsOf(cells);
  const clients = [...others.values()].map((cell) => {
    const client = () => createHttpClient({ connections, connectTimeoutMs: askMs });
    // Two cells that ask each other also need each other's keys, which must not wait for these requests.
    const [asking, fetching] = [client(), client()];
    return { cell: cell.cell, asking, fetching, keys: remoteKeys(fetching, cell) };
  });
  const known = new Map(clients.map((each) => [each.cell, each]));
  // Read for every signature: it can be replaced at any time, by a command or at another server.
  const signingKey = () => openSigningKey(pool, vault);
  const namesOf = async (personId: number) => ({
    cell: own ?? fail('nothing_there'),
    ...((await readIdentity(pool, personId)) ?? fail('nothing_there')),
  });
  const keysOf = (cell: number) => known.get(cell)?.keys;
  return {
    own,
    others,
    async keys() {
      if (own === undefined) return fail('nothing_there');
      return { keys: [await readPublicKey(pool, vault)] };
    },
    async ask(cell, personId, request) {
      const { url } = others.get(cell) ?? fail('nothing_there');
      const { asking } = known.get(cell) ?? fail('nothing_there');
      const said = { use: 'read' } as const;
      const person = await namesOf(personId);
      const token = await signToken(await signingKey(), person, cell, said, clock.now());
      return askCell(asking, url, token, request);
    },
    async signEntry(cell, { personId, name }, nonce) {
      if (!others.has(cell)) fail('nothing_there');
      const said = { use: 'enter', name, nonce } as const;
      return signToken(await signingKey(), await namesOf(personId), cell, said, clock.now());
    },
    async verify(token, use) {
      if (own === undefined) return undefined;
      return verifyToken(token, use, own, keysOf, clock.now()).catch(failUnreachable);
    },
    async close() {
      await Promise.all(
        clients.flatMap(({ asking, fetching }) => [asking.close(), fetching.close()]),
      );
    },
  };
}

/** An isolated cell is nobody's, and has no others. */
function openCellsOf({ cell, list }: CellPorts): Pick<OtherCells, 'own' | 'others'> {
  const open = list.filter(({ isIsolated }) => !isIsolated);
  const isOpen = cell !== undefined && open.some((one) => one.cell === cell);
  if (!isOpen) return { own: undefined, others: new Map() };
  const others = open.filter((one) => one.cell !== cell).map((one) => [one.cell, one] as const);
  return { own: cell, others: new Map(others) };
}

/** Without the keys of the cell that signed, nobody can say whether the token is good. */
function failUnreachable(fault: unknown): never {
  const isAway =
    fault instanceof NotSent || fault instanceof NoAnswer || fault instanceof errors.JWKSTimeout;
  if (isAway) fail('cell_unreachable', { cause: fault });
  throw fault;
}
