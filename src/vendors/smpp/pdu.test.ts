import { describe, expect, test } from 'vitest';
import { official } from '../../../test/reference-clients/smpp.ts';
import { commands, encodePdu, MalformedPdu, type Pdu, PduReader } from './pdu.ts';
import {
  encodeBind,
  encodeQuery,
  encodeSubmit,
  readData,
  readDeliver,
  readMessageId,
  readQueried,
} from './units.ts';

const pdu = (command: number, body: Buffer): Pdu => ({ command, status: 0, sequence: 7, body });
const source = { ton: 5, npi: 0, address: 'Example' };
const destination = { ton: 1, npi: 1, address: '8613912345678' };
const submit = {
  ...{ serviceType: 'OTP', source, destination, validityPeriod: '000001030000000R', dataCoding: 8 },
  ...{ hasHeader: true, octets: Buffer.from([5, 0, 3, 9, 2, 1, 0x4f, 0x60]) },
};

describe('a written PDU', () => {
  test('for bind is what the official package reads', () => {
    const body = encodeBind({
      ...{ systemId: 'me', password: 'secret', systemType: 'vma', addressRange: '^86' },
    });
    const read = official.PDU.fromBuffer(encodePdu(pdu(commands.bindTransceiver, body)));
    expect(read).toMatchObject({
      ...{ command: 'bind_transceiver', sequence_number: 7, system_id: 'me' },
      ...{ password: 'secret', system_type: 'vma', interface_version: 0x34, address_range: '^86' },
    });
  });

  test('for submit is what the official package reads, with header and validity', () => {
    const read = official.PDU.fromBuffer(encodePdu(pdu(commands.submitSm, encodeSubmit(submit))));
    expect(read).toMatchObject({
      ...{ command: 'submit_sm', service_type: 'OTP' },
      ...{ source_addr: 'Example', source_addr_ton: 5, source_addr_npi: 0 },
      ...{ destination_addr: '8613912345678', dest_addr_ton: 1, dest_addr_npi: 1 },
      ...{ esm_class: 0x40, registered_delivery: 1, data_coding: 8 },
      short_message: { message: '你', udh: [Buffer.from([0, 3, 9, 2, 1])] },
    });
    const inMs = (read.validity_period as Date).getTime() - Date.now();
    expect(inMs / 3_600_000).toBeGreaterThan(25);
    expect(inMs / 3_600_000).toBeLessThan(29);
  });

  test('for query is what the official package reads', () => {
    const body = encodeQuery('77123', source);
    const read = official.PDU.fromBuffer(encodePdu(pdu(commands.querySm, body)));
    expect(read).toMatchObject({
      command: 'query_sm',
      message_id: '77123',
      source_addr: 'Example',
    });
  });
});

describe('a read PDU', () => {
  const deliver = new official.PDU('deliver_sm', {
    ...{ esm_class: 4, short_message: 'id:1 stat:DELIVRD', sequence_number: 7 },
    ...{ receipted_message_id: '1', message_state: 2 },
  }).toBuffer();

  test('is what the official package wrote', () => {
    const [unit] = new PduReader().read(deliver);
    const read = readDeliver((unit as Pdu).body);
    expect(read.octets.toString()).toBe('id:1 stat:DELIVRD');
    expect(read.esmClass).toBe(4);
    expect(read.options.get(0x1e)?.toString()).toBe('1\0');
    expect(read.options.get(0x427)).toEqual(Buffer.of(2));
  });

  test('for data_sm is what the official package wrote', () => {
    const data = new official.PDU('data_sm', {
      ...{ esm_class: 4, source_addr: '8613912345678', destination_addr: 'Example' },
      ...{ message_payload: 'id:1 stat:DELIVRD', receipted_message_id: '1' },
    });
    const [unit] = new PduReader().read(data.toBuffer());
    const read = readData((unit as Pdu).body);
    expect(read.octets.toString()).toBe('id:1 stat:DELIVRD');
    expect(read.esmClass).toBe(4);
    expect(read.options.get(0x1e)?.toString()).toBe('1\0');
  });

  test.each([
    ['no body', '', ''],
    ['an empty id', '\0', ''],
    ['an id', '77A\0', '77A'],
    ['an id without its end', '77A', '77A'],
  ])('with %s has its id', (_, body, id) => {
    expect(readMessageId(Buffer.from(body))).toBe(id);
    const answer = new official.PDU('query_sm_resp', {
      ...{ message_id: '77', final_date: '261115203000000+', message_state: 3, error_code: 9 },
    });
    const [queried] = new PduReader().read(answer.toBuffer());
    expect(readQueried((queried as Pdu).body)).toMatchObject({ messageState: 3, errorCode: 9 });
  });

  test('is the same wherever the stream is split', () => {
    const stream = Buffer.concat([
      deliver,
      encodePdu(pdu(commands.enquireLink, Buffer.alloc(0))),
      deliver,
    ]);
    for (const size of [1, 3, 15, 16, 17, 50, stream.length]) {
      const reader = new PduReader();
      const units: Pdu[] = [];
      for (let at = 0; at < stream.length; at += size) {
        units.push(...reader.read(stream.subarray(at, at + size)));
      }
      expect(units.map((unit) => encodePdu(unit))).toEqual(
        [...new PduReader().read(stream)].map((unit) => encodePdu(unit)),
      );
      expect(Buffer.concat(units.map((unit) => encodePdu(unit)))).toEqual(stream);
    }
  });

  test.each([0, 15, 65_537, 0xffffffff])('is refused with a length of %i octets', (length) => {
    const bytes = Buffer.alloc(16);
    bytes.writeUInt32BE(length, 0);
    expect(() => [...new PduReader().read(bytes)]).toThrow(MalformedPdu);
  });

  test('is refused if its body is truncated anywhere', () => {
    const body = deliver.subarray(16);
    const whole = readDeliver(body);
    const optionsAt = body.length - (4 + 2) - (4 + 1);
    for (let length = 0; length < body.length; length++) {
      if (length === optionsAt || length === body.length - (4 + 1)) continue;
      expect(() => readDeliver(body.subarray(0, length)), `${length}`).toThrow(MalformedPdu);
    }
    expect(readDeliver(body.subarray(0, optionsAt)).octets).toEqual(whole.octets);
  });
});
