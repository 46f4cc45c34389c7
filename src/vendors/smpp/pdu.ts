/** The SMPP 3.4 commands used here. A response has the command's id with the highest bit set. */
export const commands = {
  genericNack: 0x80000000,
  bindReceiver: 0x00000001,
  bindTransmitter: 0x00000002,
  querySm: 0x00000003,
  submitSm: 0x00000004,
  deliverSm: 0x00000005,
  unbind: 0x00000006,
  bindTransceiver: 0x00000009,
  enquireLink: 0x00000015,
  /** It has no response. */
  alertNotification: 0x00000102,
  dataSm: 0x00000103,
} as const;

const answerBit = 0x80000000;

/** One protocol data unit with an unparsed body. */
export interface Pdu {
  command: number;
  status: number;
  sequence: number;
  body: Buffer;
}

/** The bytes are not SMPP. After this error, frame boundaries are lost. */
export class MalformedPdu extends Error {}

const headerLength = 16;
/** Far more than any PDU used here; a greater length means that the stream is not SMPP. */
const longestPdu = 64 * 1024;

export function isAnswer({ command }: Pick<Pdu, 'command'>): boolean {
  return command >= answerBit;
}

export function answerTo(command: number): number {
  return (command | answerBit) >>> 0;
}

export function encodePdu({ command, status, sequence, body }: Pdu): Buffer {
  const bytes = Buffer.allocUnsafe(headerLength + body.length);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.writeUInt32BE(command, 4);
  bytes.writeUInt32BE(status, 8);
  bytes.writeUInt32BE(sequence, 12);
  body.copy(bytes, headerLength);
  return bytes;
}

/** Splits a stream into PDUs, whatever its chunk boundaries are. */
export class PduReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The complete PDUs so far. Throws MalformedPdu for an impossible length. */
  *read(chunk: Buffer): Generator<Pdu> {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    while (bytes.length >= 4) {
      const length = bytes.readUInt32BE(0);
      if (length < headerLength || length > longestPdu) {
        throw new MalformedPdu(`a unit of ${length} octets`);
      }
      if (bytes.length < length) break;
      const unit = bytes.subarray(0, length);
      bytes = bytes.subarray(length);
      this.#rest = bytes;
      yield {
        command: unit.readUInt32BE(4),
        status: unit.readUInt32BE(8),
        sequence: unit.readUInt32BE(12),
        body: unit.subarray(headerLength),
      };
    }
    // A copy, so that a few octets do not keep the whole chunk alive.
    this.#rest = Buffer.from(bytes);
  }
}
