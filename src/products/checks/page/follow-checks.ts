import type { ServerResponse } from 'node:http';
import { faultOf } from '../../../foundation/db/faults.ts';
import { createSlots } from '../../../foundation/slots.ts';
import type { CheckPorts } from '../check-ports.ts';
import { readProgress } from '../queries.ts';

const everyMs = 1_000;
const heartbeatMs = 15_000;
const longestMs = 10 * 60_000;
const maxFollowers = 2_000;
const maxPerAccount = 100;
const maxPerCheck = 10;

interface Follower {
  leave(): void;
  response: ServerResponse;
  progress: string | undefined;
  since: number;
  spokenAt: number;
}

interface FollowedCheck {
  accountId: number;
  linkHash: Buffer;
}

export interface Following {
  /** Notifies a browser whenever the check changes; false when all slots are taken. */
  follow(check: FollowedCheck, response: ServerResponse): boolean;
  close(): void;
}

/**
 * Streams check progress to browsers by server-sent events. One query per second reads the state of all
 * followed checks. Because it compares states, it sees changes by any process and misses none. Disconnected
 * browsers reconnect by themselves.
 */
export function followChecks(ports: CheckPorts): Following {
  const followers = new Map<string, Set<Follower>>();
  // One account's visitors must not take all the slots.
  const ofAccount = createSlots(maxPerAccount);
  const ofCheck = createSlots(maxPerCheck);
  const inAll = createSlots(maxFollowers);
  let timer: NodeJS.Timeout | undefined;

  function enter(accountId: number, key: string): (() => void) | undefined {
    const taken = [ofAccount.take(accountId), ofCheck.take(key), inAll.take()];
    const leave = () => {
      for (const each of taken) each?.();
    };
    if (taken.every((each) => each)) return leave;
    leave();
    return undefined;
  }

  function drop(key: string, follower: Follower): void {
    const group = followers.get(key);
    if (!group?.delete(follower)) return;
    follower.leave();
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
      await look().catch((error: unknown) => {
        ports.log.warn({ fault: faultOf(error) }, 'changes of checks cannot be followed now');
      });
      timer = undefined;
      if (followers.size > 0) plan();
    }, everyMs);
  }

  return {
    follow({ accountId, linkHash }, response) {
      const key = linkHash.toString('hex');
      const leave = enter(accountId, key);
      if (!leave) return false;
      const now = performance.now();
      const since = { since: now, spokenAt: now };
      const follower: Follower = { leave, response, progress: undefined, ...since };
      followers.set(key, (followers.get(key) ?? new Set()).add(follower));
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

/** Sends a change, or an occasional comment as a heartbeat, so that proxies keep the connection open. */
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
