import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  cutFrames,
  type Frame,
  frame,
  ids,
  responseOf,
} from '../../src/vendors/simulators/smpp-wire.ts';

/** A message centre whose every octet is written by the test. */
export interface HandSmsc {
  url: string;
  /** Its requests other than binds, in order of arrival. */
  asked: Frame[];
  /** The open connections, in the order in which they bound. */
  sockets: Socket[];
  binds: number;
  /** Binds that it refused. */
  refused: number;
  close(): Promise<void>;
}

export async function handSmsc(
  serve: (asked: Frame, socket: Socket) => void,
  /** Which binds it accepts, by their number. */
  takes: (bindNo: number) => boolean = () => true,
): Promise<HandSmsc> {
  const server = createServer((socket) => {
    let rest: Buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('close', () => smsc.sockets.splice(smsc.sockets.indexOf(socket) >>> 0, 1));
    socket.on('data', (chunk: Buffer) => {
      const cut = cutFrames(Buffer.concat([rest, chunk]));
      rest = cut?.rest ?? Buffer.alloc(0);
      for (const each of cut?.frames ?? []) take(each, socket);
    });
  });
  const smsc: HandSmsc = {
    ...{ url: '', asked: [], sockets: [], binds: 0, refused: 0 },
    async close() {
      for (const socket of smsc.sockets) socket.destroy();
      server.close();
    },
  };
  const bindIds: number[] = [ids.bind_transceiver, ids.bind_transmitter, ids.bind_receiver];

  function take(asked: Frame, socket: Socket): void {
    if (bindIds.includes(asked.id) && !takes(smsc.binds + smsc.refused + 1)) {
      smsc.refused++;
      socket.end(frame(responseOf(asked.id), 0x0d, asked.sequence));
      return;
    }
    if (bindIds.includes(asked.id)) {
      smsc.binds++;
      smsc.sockets.push(socket);
      socket.write(frame(responseOf(asked.id), 0, asked.sequence, Buffer.from('HAND\0')));
      return;
    }
    smsc.asked.push(asked);
    if (asked.id === ids.unbind) socket.end(frame(responseOf(asked.id), 0, asked.sequence));
    else serve(asked, socket);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  smsc.url = `smpp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return smsc;
}
