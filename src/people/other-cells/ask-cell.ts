import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { fail, type Reason } from '../../foundation/contract/errors/errors.ts';
import type { HttpAnswer, HttpClient } from '../../foundation/outbound/http-client.ts';

/** How long another cell may take, in all. */
export const askMs = 3_000;

/** A read of the console of another cell: the path below its `/console/api`, with the query. */
export interface CellRequest {
  method: 'GET' | 'POST';
  path: string;
  body: object | undefined;
  reply: TSchema;
  signal: AbortSignal;
}

/** Errors of the other cell that are errors here as well: of the person's rights there, and of their input. */
const relayed: ReadonlySet<string> = new Set<Reason>([
  'cell_not_connected',
  'right_missing',
  'invalid_request',
]);

/** Asks another cell, and returns its reply without anything that the schema does not name. */
export async function askCell(
  client: HttpClient,
  url: string,
  token: string,
  { method, path, body, reply, signal }: CellRequest,
): Promise<unknown> {
  const answer = await client
    .request({
      method,
      url: `${url}/console/api${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.any([AbortSignal.timeout(askMs), signal]),
    })
    .catch((cause: unknown) => fail('cell_unreachable', { cause }));
  const said = readJson(answer);
  if (answer.status !== 200) return failAs(answer.status, said);
  if (!Value.Check(reply, said)) return fail('cell_differs');
  return Value.Clean(reply, said);
}

function failAs(status: number, said: unknown): never {
  const reason = String((said as { reason?: unknown } | undefined)?.reason);
  if (relayed.has(reason)) return fail(reason as Reason);
  // A cell that is overloaded, stopping or without its database; or its proxy, for one that is down.
  return fail(status >= 500 || status === 429 ? 'cell_unreachable' : 'cell_differs');
}

function readJson({ text }: HttpAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
