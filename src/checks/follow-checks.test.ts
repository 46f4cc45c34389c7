import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConnection } from '../../test/raw-connection.ts';
import { type Caller, createStand, type Stand } from '../../test/stand.ts';

const mostPerAccount = 100;
const mostPerCheck = 10;

let stand: Stand;

beforeAll(async () => {
  stand = await createStand();
});
afterAll(() => stand.close());

async function newLink(caller: Caller): Promise<string> {
  const { body } = await caller.call('face_verify', { name: 'Li', cardNo: '1' });
  return new URL(body.data.authUrl).pathname;
}

/** Opens an event stream; `isOpen` is settled once the server has said its first word. */
async function follow(link: string) {
  const socket = openConnection(stand.url);
  socket.write(`GET ${link}/events HTTP/1.1\r\nhost: x\r\n\r\n`);
  let text = '';
  const isOpen = new Promise<boolean>((resolve) => {
    socket.on('data', (data) => {
      text += data;
      // The last chunk of a stream that is over has no bytes.
      if (text.includes('\r\n0\r\n')) resolve(false);
      else if (text.includes('data: ')) resolve(true);
    });
  });
  return { socket, isOpen: await isOpen };
}

async function followOften(caller: Caller, times: number) {
  const links: string[] = [];
  for (let made = 0; made * mostPerCheck < times; made++) links.push(await newLink(caller));
  const streams = Array.from({ length: times }, (_, n) =>
    follow(links[Math.floor(n / mostPerCheck)] as string),
  );
  return Promise.all(streams);
}

test('one account cannot take the places of all others, and gets its own back', async () => {
  const greedy = await stand.newCaller();
  const streams = await followOften(greedy, mostPerAccount + mostPerCheck);
  const open = streams.filter(({ isOpen }) => isOpen);
  expect(open.length).toBe(mostPerAccount);

  const other = await follow(await newLink(await stand.newCaller()));
  expect(other.isOpen).toBe(true);

  // A browser that closes its side, politely or not, gives its place back at once.
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
