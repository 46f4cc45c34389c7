import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ServerProcess } from './server-process.ts';

interface Answer {
  status: number;
  requestId: string;
  text: string;
}

/** Callers who call the servers of a list all the time, and what they were answered. */
export interface Traffic {
  answers: Answer[];
  /** Calls without an answer: the code of the error, such as ECONNREFUSED. */
  errors: string[];
  /** How often a call was told to come back. */
  delayed: number;
  /** Waits until this many more calls were answered. */
  more(count: number): Promise<void>;
  /** Takes a server out of the list, and waits for its calls, as a load balancer does. */
  takeOut(server: ServerProcess): Promise<void>;
  end(): Promise<void>;
}

const mostTries = 3;

/**
 * Four callers; every tenth call is a face check. The list may change meanwhile. A caller who is told that the database is not
 * available comes back after a second, as `Retry-After` says.
 */
export function startTraffic(servers: ServerProcess[], apiKey: string): Traffic {
  const answers: Answer[] = [];
  const errors: string[] = [];
  /** The servers that have a call now, once for each call. */
  const called: ServerProcess[] = [];
  let isOver = false;
  const callOne = async (server: ServerProcess, tries = 1): Promise<void> => {
    const isFace = randomInt(10) === 0;
    const body = isFace
      ? { name: '张三', cardNo: '11010519491231002X', redirectUrl: 'https://example.com/done' }
      : { mobile: `139${String(randomInt(1e8)).padStart(8, '0')}`, code: '1' };
    const reply = await server.call(isFace ? 'face_verify' : 'sms_code', apiKey, body);
    // Two busy cores refuse some calls for their load alone; no caller is refused for the upgrade.
    if (reply.body.reason === 'overloaded') return;
    if (reply.body.reason === 'database_unavailable' && tries < mostTries) {
      traffic.delayed++;
      await sleep(1_000);
      return callOne(server, tries + 1);
    }
    answers.push({ ...reply, requestId: reply.body.requestId as string });
  };
  const call = async () => {
    const server = servers[randomInt(servers.length)] as ServerProcess;
    called.push(server);
    await callOne(server).finally(() => called.splice(called.indexOf(server), 1));
  };
  const note = (error: Error) => {
    const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
    errors.push(code ?? String(error));
  };
  const callers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      await call().catch(note);
      await sleep(10);
    }
  });
  const traffic: Traffic = {
    answers,
    errors,
    delayed: 0,
    async more(count) {
      const from = answers.length;
      await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(from + count);
    },
    async takeOut(server) {
      servers.splice(servers.indexOf(server), 1);
      await expect.poll(() => called.includes(server), { timeout: 60_000 }).toBe(false);
    },
    async end() {
      isOver = true;
      await Promise.all(callers);
    },
  };
  return traffic;
}
