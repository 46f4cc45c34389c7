import { MalformedPdu } from './pdu.ts';

/** A field of a body: a one-octet number, a zero-terminated text, or raw octets. */
type Field = number | string | Buffer;

export function encodeBody(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.map((field) => {
      if (typeof field === 'number') return Buffer.of(field);
      return typeof field === 'string' ? Buffer.from(`${field}\0`, 'latin1') : field;
    }),
  );
}

/** Reads a body field by field. Throws MalformedPdu if the body is too short. */
export class BodyReader {
  readonly #body: Buffer;
  #at = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  octet(): number {
    return this.octets(1)[0] as number;
  }

  octets(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#body.length) throw new MalformedPdu('a body that ends too early');
    const found = this.#body.subarray(this.#at, end);
    this.#at = end;
    return found;
  }

  /** A zero-terminated text. */
  text(): string {
    const end = this.#body.indexOf(0, this.#at);
    if (end < 0) throw new MalformedPdu('a text without an end');
    const found = this.#body.toString('latin1', this.#at, end);
    this.#at = end + 1;
    return found;
  }

  /** The optional parameters that follow, by tag. */
  options(): Map<number, Buffer> {
    const found = new Map<number, Buffer>();
    while (this.#at < this.#body.length) {
      const head = this.octets(4);
      found.set(head.readUInt16BE(0), this.octets(head.readUInt16BE(2)));
    }
    return found;
  }
}
