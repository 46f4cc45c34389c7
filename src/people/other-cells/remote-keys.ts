import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import type { ListedCell } from '../../foundation/cell/require-own-cell.ts';
import { type HttpClient, NoAnswer } from '../../foundation/outbound/http-client.ts';

/** Shorter than the time in which the other cell wants its answer. */
const fetchMs = 2_000;
/** A key that the other cell has replaced is believed no longer than this. */
const keptMs = 60_000;
const againMs = 5_000;

/**
 * The public keys of another cell, fetched from the address that our own list has for it and kept for a minute. An
 * unknown key, such as a new one, is looked up again, at most every five seconds.
 */
export function remoteKeys(client: HttpClient, { url }: ListedCell): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(`${url}/console/api/jwks.json`), {
    timeoutDuration: fetchMs,
    cacheMaxAge: keptMs,
    cooldownDuration: againMs,
    [customFetch]: async (address, { signal }) => {
      const { status, text } = await client.request({ method: 'GET', url: address, signal });
      if (status !== 200) throw new NoAnswer(`the keys of the cell: status ${status}`);
      return new Response(text);
    },
  });
}
