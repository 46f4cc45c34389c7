import type { RecordedExchange } from '../providers/record-exchanges.ts';
import { commands, type Pdu } from './pdu.ts';
import { BodyReader } from './pdu-body.ts';
import { readMessageId } from './units.ts';

/** A request on a connection, with its response or the reason why there is none. */
export interface Asked {
  command: number;
  sequence: number;
  body: Buffer;
  answer: Pdu | null;
  fault: string | null;
  address: string | null;
  ms: number;
}

const names: ReadonlyMap<number, string> = new Map([
  [commands.bindReceiver, 'bind_receiver'],
  [commands.bindTransmitter, 'bind_transmitter'],
  [commands.bindTransceiver, 'bind_transceiver'],
  [commands.submitSm, 'submit_sm'],
  [commands.querySm, 'query_sm'],
  [commands.unbind, 'unbind'],
  [commands.enquireLink, 'enquire_link'],
]);
const binds: readonly number[] = [
  commands.bindReceiver,
  commands.bindTransmitter,
  commands.bindTransceiver,
];

/**
 * A readable list of an exchange's fields. It never includes the password, and gives only the length of a text:
 * split into parts and encoded, a text cannot be masked.
 */
export function describeExchange(url: string, asked: Asked): RecordedExchange {
  const { command, sequence, body, answer, fault, address, ms } = asked;
  return {
    ...{ method: names.get(command) ?? `command ${command}`, url, body: '', fault, address, ms },
    headers: { sequence_number: String(sequence), ...fieldsOf(command, body) },
    answer: answer && {
      status: answer.status,
      headers: answer.body.length > 0 ? answerFields(command, answer.body) : {},
      text: '',
    },
  };
}

function answerFields(command: number, body: Buffer): Record<string, string> {
  if (binds.includes(command)) return { system_id: readMessageId(body) };
  if (command === commands.submitSm) return { message_id: readMessageId(body) };
  return { octets: String(body.length) };
}

function fieldsOf(command: number, body: Buffer): Record<string, string> {
  const reader = new BodyReader(body);
  if (binds.includes(command)) {
    const [systemId, , systemType] = [reader.text(), reader.text(), reader.text()];
    return { system_id: systemId, password: '***', system_type: systemType };
  }
  if (command === commands.submitSm) return submitFields(reader);
  return command === commands.querySm ? { message_id: reader.text() } : {};
}

function submitFields(reader: BodyReader): Record<string, string> {
  reader.text();
  const addressOf = () => `${reader.octet()}/${reader.octet()} ${reader.text()}`;
  const [source, destination] = [addressOf(), addressOf()];
  const esmClass = reader.octet();
  reader.octets(2);
  reader.text();
  const validity = reader.text();
  const [registered, , dataCoding] = reader.octets(4);
  return {
    source_addr: source,
    destination_addr: destination,
    esm_class: String(esmClass),
    ...(validity ? { validity_period: validity } : {}),
    registered_delivery: String(registered),
    data_coding: String(dataCoding),
    sm_length: String(reader.octet()),
  };
}
