import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

interface SharedRead {
  startedAt: number;
  value: Promise<unknown>;
}

/** The reads of each database: one process can serve several. */
const readsOf = new WeakMap<object, Map<string, SharedRead>>();

/**
 * Many consoles show the same list, and all of them ask at the same moment. A read that began less than `maxAgeMs`
 * ago answers everyone who asks with the same key. The key must name all that the result depends on: scope, mode,
 * filter, and what the viewer may see. A read that fails is forgotten, so the next one tries again.
 */
export function shareRead<Result>(
  database: object,
  key: string,
  maxAgeMs: number,
  read: () => Promise<Result>,
): Promise<Result> {
  const reads = readsOf.get(database) ?? new Map<string, SharedRead>();
  readsOf.set(database, reads);
  const known = reads.get(key);
  if (known && performance.now() - known.startedAt < maxAgeMs) {
    return known.value as Promise<Result>;
  }
  const value = read();
  const entry = { startedAt: performance.now(), value };
  reads.set(key, entry);
  const forget = () => {
    if (reads.get(key) === entry) reads.delete(key);
  };
  value.then(() => sleep(maxAgeMs, undefined, { ref: false }).then(forget), forget);
  return value;
}

/** Long enough for all consoles that heard of the same change, shorter than until the next one is looked for. */
const seenMs = 1_000;

/**
 * A page that many consoles read because their streams announced the same state, `seen`: it is read once for all of
 * them, after that state. Without one, somebody just came or changed something, and gets a read of their own.
 */
export function readSeen<Result>(
  database: object,
  { key, seen }: { key: string; seen: string | undefined },
  read: () => Promise<Result>,
): Promise<Result> {
  return seen === undefined ? read() : shareRead(database, key, seenMs, read);
}

/** A short text that changes with what is shown. */
export function digestOf(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}

/** Names a read by its arguments. A hash in them counts by its bytes. */
export function readKey(what: string, args: readonly unknown[]): string {
  return `${what} ${JSON.stringify(args)}`;
}

/**
 * Answers single questions by one query for many: keys that are asked within `withinMs` are read together, and each
 * key once.
 */
export function gatherReads<Value>(
  withinMs: number,
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let next: { keys: Set<string>; values: Promise<ReadonlyMap<string, Value>> } | undefined;
  return async (key) => {
    if (!next) {
      const keys = new Set<string>();
      const values = sleep(withinMs).then(() => {
        next = undefined;
        return readMany([...keys]);
      });
      next = { keys, values };
    }
    next.keys.add(key);
    return (await next.values).get(key);
  };
}
