import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Caller, createFixture, type Fixture } from '../../../../test/kit/fixture.ts';
import { openConnection } from '../../../../test/kit/raw-connection.ts';
import type { CheckPorts } from '../check-ports.ts';
import { type Following, followChecks } from './follow-checks.ts';

const maxPerAccount = 100;
const maxPerCheck = 10;

let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

async function newLink(caller: Caller): Promise<string> {
  const { body } = await caller.call('face_verify', { name: 'Li', cardNo: '1' });
  return new URL(body.data.authUrl).pathname;
}

/** Opens an event stream; `isOpen` settles with the server's first message. */
async function follow(link: string) {
  const socket = openConnection(fixture.url);
  socket.write(`GET ${link}/events HTTP/1.1\r\nhost: x\r\n\r\n`);
  let text = '';
  const isOpen = new Promise<boolean>((resolve) => {
    socket.on('data', (data) => {
      text += data;
      // The last chunk of a finished stream is empty.
      if (text.includes('\r\n0\r\n')) resolve(false);
      else if (text.includes('data: ')) resolve(true);
    });
  });
  return { socket, isOpen: await isOpen };
}

async function followOften(caller: Caller, times: number) {
  const links: string[] = [];
  for (let made = 0; made * maxPerCheck < times; made++) links.push(await newLink(caller));
  const streams = Array.from({ length: times }, (_, n) =>
    follow(links[Math.floor(n / maxPerCheck)] as string),
  );
  return Promise.all(streams);
}

test('one account cannot take the slots of all others, and gets its own back', async () => {
  const greedy = await fixture.newCaller();
  const streams = await followOften(greedy, maxPerAccount + maxPerCheck);
  const open = streams.filter(({ isOpen }) => isOpen);
  expect(open.length).toBe(maxPerAccount);

  const other = await follow(await newLink(await fixture.newCaller()));
  expect(other.isOpen).toBe(true);

  // A browser that disconnects in any way frees its slot at once.
  open[0]?.socket.end();
  open[1]?.socket.destroy();
  const link = await newLink(greedy);
  const openAgain: boolean[] = [];
  await expect
    .poll(async () => {
      const again = await follow(link);
      if (again.isOpen) openAgain.push(true);
      return openAgain.length;
    })
    .toBe(2);
  for (const { socket } of [...streams, other]) socket.destroy();
});

describe('a stream', () => {
  const linkHash = Buffer.from('link');
  const second = 1_000;
  const minute = 60 * second;
  let following: Following;
  /** The state of the check; undefined while the database is unavailable. */
  let progress: string | undefined;
  let looks: number;

  beforeEach(() => {
    vi.useFakeTimers();
    progress = 'one';
    looks = 0;
    const query = async () => {
      looks += 1;
      if (progress === undefined) throw new Error('away');
      return { rows: [{ linkHash, progress }] };
    };
    const clock = { databaseNow: () => null };
    const log = { warn: () => {} };
    following = followChecks({ pool: { query }, clock, log } as unknown as CheckPorts);
  });
  afterEach(() => {
    following.close();
    vi.useRealTimers();
  });

  /** A listening browser, and what it received. */
  function listen(accountId = 1, hash = linkHash) {
    const heard: string[] = [];
    const browser = Object.assign(new EventEmitter(), {
      isEnded: false,
      write: (text: string) => heard.push(text),
      end() {
        browser.isEnded = true;
      },
    });
    const response = browser as unknown as ServerResponse;
    const isTaken = following.follow({ accountId, linkHash: hash }, response);
    return { browser, heard, isTaken };
  }

  test('sends each change once', async () => {
    const { heard } = listen();
    await vi.advanceTimersByTimeAsync(3 * second);
    progress = 'two';
    await vi.advanceTimersByTimeAsync(3 * second);
    expect(heard).toEqual(['data: one\n\n', 'data: two\n\n']);
  });

  test('sends a heartbeat if nothing changes for a while', async () => {
    const { heard } = listen();
    await vi.advanceTimersByTimeAsync(40 * second);
    expect(heard).toEqual(['data: one\n\n', ':\n\n', ':\n\n']);
  });

  test('ends after ten minutes, and its polling with it', async () => {
    const { browser } = listen();
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(browser.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(browser.isEnded).toBe(true);
    const before = looks;
    await vi.advanceTimersByTimeAsync(minute);
    expect(looks).toBe(before);
  });

  test.each(['close', 'error'])('that was closed by %s gets nothing more', async (event) => {
    const { browser, heard } = listen();
    browser.emit(event, new Error());
    await vi.advanceTimersByTimeAsync(5 * second);
    expect(heard).toEqual([]);
  });

  test('continues after the database was briefly unavailable', async () => {
    const { browser, heard } = listen();
    progress = undefined;
    await vi.advanceTimersByTimeAsync(5 * second);
    progress = 'one';
    await vi.advanceTimersByTimeAsync(2 * second);
    expect([heard, browser.isEnded]).toEqual([['data: one\n\n'], false]);
  });

  test('is limited per check, per account and in total', async () => {
    const own = Array.from({ length: maxPerCheck + 1 }, () => listen());
    expect(own.map(({ isTaken }) => isTaken)).toEqual([...own.slice(1).map(() => true), false]);
    own[0]?.browser.emit('close');
    own[0]?.browser.emit('close');
    expect([listen().isTaken, listen().isTaken]).toEqual([true, false]);
    let taken = maxPerCheck;
    for (let account = 2; account < 50; account++) {
      for (let n = 0; n < maxPerAccount + 1; n++) {
        if (listen(account, Buffer.from(`${account} ${n}`)).isTaken) taken += 1;
      }
    }
    expect(taken).toBe(2_000);
  });

  test('ends when the server stops, and polling stops', async () => {
    const { browser } = listen();
    following.close();
    expect(browser.isEnded).toBe(true);
    await vi.advanceTimersByTimeAsync(5 * second);
    expect(looks).toBe(0);
  });
});
