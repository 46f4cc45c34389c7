import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ReplyBody } from '../../kit/fixture.ts';
import type { ServerProcess } from '../../kit/server-process.ts';
import { checkPerson, type Somebody } from './person-fixture.ts';

/** A notice that a person was sent. Its text holds the mark and the person's name. */
export interface Sent {
  person: Somebody;
  mark: string;
  /** Undefined while the call has no answer, and for ever if its server was killed. */
  requestId?: string;
}

/** Callers who text and check people all the time, on a server that is killed and started again. */
export interface PeopleTraffic {
  sent: Sent[];
  /** Answers other than a success, such as "503 overloaded". */
  refused: string[];
  /** The calls of a person that were acknowledged so far. */
  acknowledged(person: Somebody): string[];
  /** Waits until this many more notices to the person were acknowledged. */
  more(person: Somebody, count: number): Promise<void>;
  end(): Promise<void>;
}

const checksPauseMs = 500;

/** Six callers send notices, every second one to the first person; another one asks for face checks. */
export function startPeopleTraffic(
  people: readonly [Somebody, ...Somebody[]],
  server: () => ServerProcess,
  apiKey: string,
): PeopleTraffic {
  const sent: Sent[] = [];
  const refused: string[] = [];
  let isOver = false;
  const post = async (operation: string, body: unknown, headers: object = {}) => {
    const path = operation.startsWith('/') ? operation : `/api/v1/${operation}`;
    const reply = await fetch(`${server().url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    const answer = JSON.parse(text) as ReplyBody;
    if (reply.status >= 400) refused.push(`${reply.status} ${answer.reason}`);
    return { status: reply.status, headers: {}, body: answer, text };
  };
  const notify = async () => {
    const person = people[randomInt(2) && randomInt(people.length)] ?? people[0];
    const one: Sent = { person, mark: randomUUID() };
    sent.push(one);
    const body = { mobile: person.mobile, content: `${person.name} ${one.mark}` };
    const { status, body: answer } = await post('sms_notice', body, {
      'idempotency-key': one.mark,
    });
    if (status === 201) one.requestId = answer.requestId;
  };
  const check = async () => {
    for (const person of people.slice(0, 2)) {
      await checkPerson({ url: server().url, call: post }, person);
    }
  };
  const repeat = async (work: () => Promise<void>, pauseMs: number) => {
    while (!isOver) {
      // A server that is killed breaks its connections, and refuses new ones until it runs again.
      await work().catch(() => {});
      await sleep(pauseMs);
    }
  };
  const workers = [
    ...Array.from({ length: 6 }, () => repeat(notify, 10)),
    repeat(check, checksPauseMs),
  ];
  const acknowledged = (person: Somebody) =>
    sent.flatMap((one) => (one.person === person && one.requestId ? [one.requestId] : []));
  return {
    sent,
    refused,
    acknowledged,
    async more(person, count) {
      const goal = acknowledged(person).length + count;
      await expect
        .poll(() => acknowledged(person).length, { timeout: 60_000 })
        .toBeGreaterThanOrEqual(goal);
    },
    async end() {
      isOver = true;
      await Promise.all(workers);
    },
  };
}
