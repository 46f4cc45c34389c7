import { BodyReader, encodeBody } from './pdu-body.ts';

/** An address with its type of number and numbering plan. */
interface Address {
  ton: number;
  npi: number;
  address: string;
}

export interface Bind {
  systemId: string;
  password: string;
  systemType: string;
  addressRange: string;
}

const interfaceVersion = 0x34;

export function encodeBind({ systemId, password, systemType, addressRange }: Bind): Buffer {
  return encodeBody([systemId, password, systemType, interfaceVersion, 0, 0, addressRange]);
}

interface Submit {
  serviceType: string;
  source: Address;
  destination: Address;
  /** Relative, in SMPP's format; empty for the vendor's default. */
  validityPeriod: string;
  dataCoding: number;
  /** The octets start with a user data header. */
  hasHeader: boolean;
  octets: Buffer;
}

/** Requests a receipt for every message, for success and failure. */
const registeredDelivery = 1;
const userDataHeader = 0x40;

export function encodeSubmit(submit: Submit): Buffer {
  const { serviceType, source, destination, validityPeriod, dataCoding, hasHeader, octets } =
    submit;
  return encodeBody([
    serviceType,
    ...[source.ton, source.npi, source.address],
    ...[destination.ton, destination.npi, destination.address],
    ...[hasHeader ? userDataHeader : 0, 0, 0],
    ...['', validityPeriod],
    ...[registeredDelivery, 0, dataCoding, 0],
    ...[octets.length, octets],
  ]);
}

/** The vendor's message id; empty if there is none. An id without its final zero octet is read as well. */
export function readMessageId(body: Buffer): string {
  return body.toString('latin1').replace(/\0.*$/s, '');
}

export interface Deliver {
  esmClass: number;
  octets: Buffer;
  options: ReadonlyMap<number, Buffer>;
}

const messagePayload = 0x0424;

export function readDeliver(body: Buffer): Deliver {
  const reader = new BodyReader(body);
  skipAddresses(reader);
  const esmClass = reader.octet();
  reader.octets(2);
  reader.text();
  reader.text();
  reader.octets(4);
  const short = reader.octets(reader.octet());
  const options = reader.options();
  return { esmClass, octets: options.get(messagePayload) ?? short, options };
}

/** A data_sm has the same addresses, fewer fields, and its text only among the options. */
export function readData(body: Buffer): Deliver {
  const reader = new BodyReader(body);
  skipAddresses(reader);
  const esmClass = reader.octet();
  reader.octets(2);
  const options = reader.options();
  return { esmClass, octets: options.get(messagePayload) ?? Buffer.alloc(0), options };
}

/** Skips the service type and both addresses. */
function skipAddresses(reader: BodyReader): void {
  reader.text();
  for (const _ of ['source', 'destination']) {
    reader.octets(2);
    reader.text();
  }
}

export function encodeQuery(messageId: string, { ton, npi, address }: Address): Buffer {
  return encodeBody([messageId, ton, npi, address]);
}

interface Queried {
  finalDate: string;
  messageState: number;
  errorCode: number;
}

export function readQueried(body: Buffer): Queried {
  const reader = new BodyReader(body);
  reader.text();
  return {
    finalDate: reader.text(),
    messageState: reader.octet(),
    errorCode: reader.octet(),
  };
}
