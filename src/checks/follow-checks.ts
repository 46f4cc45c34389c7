import type { ServerResponse } from 'node:http';
import type { CheckPorts } from './check-ports.ts';
import { readProgress } from './queries.ts';

const everyMs = 1_000;
const heartbeatMs = 15_000;
const longestMs = 10 * 60_000;
const mostFollowers = 2_000;
const mostPerCheck = 10;

interface Follower {
  response: ServerResponse;
  progress: string | undefined;
  since: number;
  spokenAt: number;
}

export interface Following {
  /** Tells a browser whenever the check moves on; false when there are too many already. */
  follow(linkHash: Buffer, response: ServerResponse): boolean;
  close(): void;
}

/**
 * Lets browsers follow checks by server-sent events. One statement a second reads where all
 * followed checks stand, however many follow; it finds changes made by any process, and misses
 * none, because it compares states instead of waiting for words. A browser that is cut off comes
 * again by itself.
 */
export function followChecks(ports: CheckPorts): Following {
  const followers = new Map<string, Set<Follower>>();
  let total = 0;
  let timer: NodeJS.Timeout | undefined;

  function drop(key: string, follower: Follower): void {
    const group = followers.get(key);
    if (!group?.delete(follower)) return;
    total -= 1;
    if (group.size === 0) followers.delete(key);
    follower.response.end();
  }

  async function look(): Promise<void> {
    const hashes = [...followers.keys()].map((key) => Buffer.from(key, 'hex'));
    const found = await readProgress(ports.pool, hashes, ports.clock.databaseNow());
    const now = performance.now();
    for (const [key, group] of followers) {
      for (const follower of group) {
        speak(follower, found.get(key), now);
        if (now - follower.since > longestMs) drop(key, follower);
      }
    }
  }

  function plan(): void {
    timer ??= setTimeout(async () => {
      await look().catch(() => ports.log.warn({}, 'cannot follow checks right now'));
      timer = undefined;
      if (total > 0) plan();
    }, everyMs);
  }

  return {
    follow(linkHash, response) {
      const key = linkHash.toString('hex');
      const group = followers.get(key) ?? new Set();
      if (total >= mostFollowers || group.size >= mostPerCheck) return false;
      const now = performance.now();
      const follower: Follower = { response, progress: undefined, since: now, spokenAt: now };
      followers.set(key, group.add(follower));
      total += 1;
      response.on('close', () => drop(key, follower));
      response.on('error', () => drop(key, follower));
      plan();
      return true;
    },
    close() {
      clearTimeout(timer);
      for (const [key, group] of followers) for (const follower of group) drop(key, follower);
    },
  };
}

/** Says what is new; a comment now and then keeps proxies from taking the silence for the end. */
function speak(follower: Follower, progress: string | undefined, now: number): void {
  if (progress !== undefined && progress !== follower.progress) {
    follower.response.write(`data: ${progress}\n\n`);
    follower.progress = progress;
    follower.spokenAt = now;
  } else if (now - follower.spokenAt > heartbeatMs) {
    follower.response.write(':\n\n');
    follower.spokenAt = now;
  }
}
