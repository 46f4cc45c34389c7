import type { Pool } from 'pg';
import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import { countServers } from '../../foundation/db/server-queries.ts';
import { type Books, bindLedger, readBooks } from './closing-queries.ts';

/**
 * Refuses a currency or a time zone other than that of the live amounts. Until there are any, both can change, but
 * not while other servers keep the books in them.
 */
export async function bindBooks(pool: Pool, books: Books): Promise<void> {
  const differences = differencesOf(await readBooks(pool), books);
  if (differences) {
    const servers = await countServers(pool);
    if (servers > 0) {
      throw new Error(
        `${differences}: ${pluralize(servers, 'server')} on this database ` +
          `${servers === 1 ? 'uses' : 'use'} it. To change it, stop ${servers === 1 ? 'it' : 'them'} first.`,
      );
    }
  }
  assertBooks(await bindLedger(pool, books), books);
}

/**
 * The currency and time zone for a command: those of the books. It binds nothing, because its environment may lack
 * the settings that the servers have; one that gives others is refused.
 */
export async function followBooks(pool: Pool, given: Partial<Books>): Promise<Partial<Books>> {
  const bound = await readBooks(pool);
  if (!bound) return given;
  assertBooks(bound, { ...bound, ...given });
  return bound;
}

function assertBooks(bound: Books, books: Books): void {
  const differences = differencesOf(bound, books);
  if (!differences) return;
  throw new Error(
    `${differences}: amounts and closed days are kept in it. ` +
      'For another one, start a new installation and move your customers to it.',
  );
}

function differencesOf(bound: Books | undefined, { currency, timeZone }: Books): string {
  if (!bound) return '';
  return [
    ...(bound.currency === currency ? [] : [`CURRENCY must be ${bound.currency}`]),
    ...(bound.timeZone === timeZone ? [] : [`TIME_ZONE must be ${bound.timeZone}`]),
  ].join(' and ');
}
