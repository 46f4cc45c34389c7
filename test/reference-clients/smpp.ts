import type { EventEmitter } from 'node:events';
import type { Server, Socket } from 'node:net';
import { load } from './load.ts';

/** A PDU as the `smpp` package reads it; its fields have the protocol's names. */
export type OfficialPdu = Record<string, unknown> & {
  command: string;
  command_status: number;
  sequence_number: number;
  response(fields?: object): OfficialPdu;
  toBuffer(): Buffer;
};

export interface OfficialSession extends EventEmitter {
  socket: Socket;
  send(pdu: OfficialPdu): void;
  close(): void;
  destroy(): void;
  bind_transceiver(fields: object, answer: (pdu: OfficialPdu) => void): void;
  submit_sm(fields: object, answer: (pdu: OfficialPdu) => void): void;
  query_sm(fields: object, answer: (pdu: OfficialPdu) => void): void;
  deliver_sm(fields: object, answer: (pdu: OfficialPdu) => void): void;
  on(event: string, listener: (pdu: OfficialPdu) => void): this;
}

/** An independent SMPP client and server. */
export const official = load<{
  PDU: {
    new (command: string, fields: object): OfficialPdu;
    fromBuffer(bytes: Buffer): OfficialPdu;
  };
  connect(options: { url: string }): OfficialSession;
  createServer(options: object, listener: (session: OfficialSession) => void): Server;
  encodings: Record<'ASCII' | 'UCS2', { encode(text: string): Buffer }>;
}>('smpp');
