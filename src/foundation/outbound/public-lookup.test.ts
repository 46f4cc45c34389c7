import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { publicLookup } from './public-lookup.ts';

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});

const kinds: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };

/**
 * A name server on this machine: a name without an address does not exist. Also records the
 * queries.
 */
async function serveNames(zone: Readonly<Record<string, Buffer>>) {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12);
    const labels: string[] = [];
    for (let at = 12; at < end; at += 1 + (query[at] ?? 0)) {
      labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
    }
    const question = `${kinds[query.readUInt16BE(end + 1)]} ${labels.join('.')}`;
    asked.push(question);
    socket.send(answerTo(query.subarray(0, end + 5), zone[question]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  opened.push(socket);
  return { asked, server: `127.0.0.1:${socket.address().port}` };
}

function answerTo(question: Buffer, address: Buffer | undefined): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(address ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(address ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  if (!address) return head;
  const answer = Buffer.from([0xc0, 12, 0, address.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 1, 0, 0]);
  answer.writeUInt16BE(address.length, 10);
  return Buffer.concat([head, answer, address]);
}

const v4 = Buffer.from([93, 184, 216, 34]);
const v6 = Buffer.from('26062800022000010000000000000001', 'hex');

test('a name resolves to addresses of both families, and one family is enough', async () => {
  const zone = { 'A both.example': v4, 'AAAA both.example': v6, 'AAAA six.example': v6 };
  const { server } = await serveNames(zone);
  const lookup = publicLookup(2_000, [server]);
  expect(await lookup('both.example')).toEqual(['93.184.216.34', '2606:2800:220:1::1']);
  expect(await lookup('six.example')).toEqual(['2606:2800:220:1::1']);
});

test('a name without an address is reported as such', async () => {
  const { server } = await serveNames({});
  await expect(publicLookup(2_000, [server])('gone.example')).rejects.toThrow(/ENOTFOUND/);
});

test('names of the local hosts file are resolved by DNS like every other name', async () => {
  const { asked, server } = await serveNames({ 'A localhost': v4 });
  expect(await publicLookup(2_000, [server])('localhost')).toEqual(['93.184.216.34']);
  expect(asked).toContain('A localhost');
});
