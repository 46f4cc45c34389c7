import { describe, expect, test } from 'vitest';
import { readForms } from './read-forms-option.ts';
import {
  readAddresses,
  readAmount,
  readAmountOrNone,
  readCalledProducts,
  readCount,
  readDay,
  readDelay,
  readEnd,
  readHash,
  readId,
  readKeyScopes,
  readLanguageOrDefault,
  readLimitOrDefault,
  readList,
  readMessageProduct,
  readMode,
  readMonth,
  readOriginsOrNone,
  readPercent,
  readPort,
  readProductsOrNone,
  readReference,
  readRegionsOrDefault,
  readSignedAmount,
  readStart,
  readStatementFormat,
  readSwitch,
  readSwitchOrDefault,
  readUuid,
} from './read-option.ts';
import {
  readCosts,
  readDevice,
  readParticulars,
  readRegion,
  readStops,
} from './read-provider-option.ts';
import { readDelivery, readDeliveryState, readEventTypes } from './read-webhook-option.ts';

describe('an end date', () => {
  const endOf = (text: string, zone = 'Asia/Shanghai') => readEnd(text)(zone).toISOString();

  test.each([
    ['a day, with its last moment', '2030-01-31', '2030-01-31T16:00:00.000Z'],
    ['the last day of a year', '2030-12-31', '2030-12-31T16:00:00.000Z'],
    ['a leap day', '2028-02-29', '2028-02-29T16:00:00.000Z'],
    [
      'a time without a zone, in the platform’s own',
      '2030-01-31T18:00:00',
      '2030-01-31T10:00:00.000Z',
    ],
    ['a time with a zone', '2030-01-31T18:00:00+02:00', '2030-01-31T16:00:00.000Z'],
    ['a time of Greenwich', '2030-01-31T18:00:00Z', '2030-01-31T18:00:00.000Z'],
  ])('can be %s', (_, text, expected) => {
    expect(endOf(text)).toBe(expected);
  });

  test('of a day follows the time zone, across clock changes', () => {
    expect(endOf('2030-03-31', 'Europe/Berlin')).toBe('2030-03-31T22:00:00.000Z');
    expect(endOf('2030-01-31', 'UTC')).toBe('2030-02-01T00:00:00.000Z');
    expect(endOf('2030-01-31', 'America/New_York')).toBe('2030-02-01T05:00:00.000Z');
  });

  test.each(['', 'tomorrow', '2030-02-29', '2030-13-01', '31.01.2030', '2030-01-31T25:00:00Z'])(
    'cannot be %j',
    (text) => {
      expect(() => readEnd(text)).toThrow(/Use a day such as/);
    },
  );
});

test('a start date is midnight of its day, in the platform’s time zone', () => {
  expect(readStart('2030-01-31')('Asia/Shanghai').toISOString()).toBe('2030-01-30T16:00:00.000Z');
});

type Reader = (text: string) => unknown;

const eventId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';

const taken: [Reader, string, unknown][] = [
  [readId, '1', 1],
  [readId, '2147483647', 2_147_483_647],
  [readAmount, '0', 0n],
  [readAmount, '12.5', 125_000n],
  [readAmount, '0.0001', 1n],
  [readAmount, '1,234.5', 12_345_000n],
  [readSignedAmount, '-0.0001', -1n],
  [readSignedAmount, '+3', 30_000n],
  [readMode, 'live', 'live'],
  [readCount, '1', 1],
  [readCount, '9999999', 9_999_999],
  [readLimitOrDefault, 'default', 'default'],
  [readLimitOrDefault, '1', 1],
  [readSwitchOrDefault, 'on', true],
  [readSwitchOrDefault, 'off', false],
  [readSwitchOrDefault, 'default', 'default'],
  [readCalledProducts, 'sms_code, face_verify', ['sms_code', 'face_verify']],
  [readRegionsOrDefault, 'CN,US', ['CN', 'US']],
  [readRegionsOrDefault, '*', ['*']],
  [readAddresses, '10.0.0.0/8,::1,203.0.113.7', ['10.0.0.0/8', '::1', '203.0.113.7']],
  [readAddresses, '2001:db8::/128,10.0.0.0/32', ['2001:db8::/128', '10.0.0.0/32']],
  [readOriginsOrNone, 'none', 'none'],
  [readOriginsOrNone, 'https://a.example,myapp:', ['https://a.example', 'myapp:']],
  [readList, 'a, b', ['a', 'b']],
  [readForms, '{"a":{}}', { a: {} }],
  [readUuid, '019A85D2-7C3E-7A41-9F0B-6D2C8E5B1A47', '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47'],
  [readReference, '8E5B1A47', '8e5b1a47'],
  [readAmountOrNone, 'none', 'none'],
  [readAmountOrNone, '2', 20_000n],
  [readMessageProduct, 'sms_notice', 'sms_notice'],
  [readProductsOrNone, 'none', []],
  [readKeyScopes, 'sms_code,webhooks', ['sms_code', 'webhooks']],
  [readLanguageOrDefault, 'zh', 'zh'],
  [readLanguageOrDefault, 'default', 'default'],
  [readStatementFormat, 'json', 'json'],
  [readMonth, '2030-12', '2030-12'],
  [readSwitch, 'on', true],
  [readSwitch, 'off', false],
  [readPercent, '0', 0],
  [readPercent, '100', 100],
  [readDelay, '60000', 60_000],
  [readPort, '1', 1],
  [readPort, '65535', 65_535],
  [readLimitOrDefault, '1000', 1_000],
  [readDay, '2028-02-29', Temporal.PlainDate.from('2028-02-29')],
  [readHash, 'AB'.repeat(32), 'ab'.repeat(32)],
  [readEventTypes, 'sms.failed,face.finished', ['sms.failed', 'face.finished']],
  [readDeliveryState, 'failed', 'failed'],
  [readDelivery, `${eventId}.2147483647`, { eventId, endpointId: 2_147_483_647 }],
  [readDevice, 'wechat', 'wechat'],
  [readDevice, 'mobile', 'mobile'],
  [readDevice, 'desktop', 'desktop'],
  [readRegion, 'GB', 'GB'],
  [readStops, 'a, b-2', [{ code: 'a' }, { code: 'b-2' }]],
  [
    readStops,
    'a:70,b:0',
    [
      { code: 'a', weight: 70 },
      { code: 'b', weight: 0 },
    ],
  ],
  [
    readCosts,
    '{"each":"0.0450","regions":{"US":"0.06"}}',
    { each: '0.0450', regions: { US: '0.06' } },
  ],
];

const refused: [Reader, string][] = [
  [readId, '0'],
  [readId, '-1'],
  [readId, '2147483648'],
  [readId, '1.0'],
  [readId, ' 1'],
  [readAmount, '-0.0001'],
  [readAmount, '0.00001'],
  [readAmount, '1e3'],
  [readAmount, '0,05'],
  [readAmount, '1,50'],
  [readAmount, ''],
  [readSignedAmount, '--1'],
  [readMode, 'LIVE'],
  [readCount, '0'],
  [readCount, '10000000'],
  [readLimitOrDefault, '0'],
  [readLimitOrDefault, '9999999'],
  [readSwitchOrDefault, 'yes'],
  [readCalledProducts, 'sms_code,'],
  [readCalledProducts, 'sms'],
  [readRegionsOrDefault, 'cn'],
  [readRegionsOrDefault, 'CN,**'],
  [readRegionsOrDefault, 'CN,UK'],
  [readAddresses, '10.0.0.0/33'],
  [readAddresses, '2001:db8::/129'],
  [readAddresses, '10.0.0.0/8/8'],
  [readAddresses, 'localhost'],
  [readOriginsOrNone, 'https://a.example/'],
  [readOriginsOrNone, 'https://a.example/path'],
  [readOriginsOrNone, 'javascript:'],
  [readOriginsOrNone, 'a.example'],
  [readList, ''],
  [readForms, '{"a":1}'],
  [readForms, '[]'],
  [readForms, '{'],
  [readUuid, '019a85d2'],
  [readReference, '8e5b1a4'],
  [readReference, '8e5b1a4g'],
  [readAmountOrNone, 'no'],
  [readMessageProduct, 'face_verify'],
  [readKeyScopes, 'sms_code,all'],
  [readLanguageOrDefault, 'fr'],
  [readStatementFormat, 'xml'],
  [readMonth, '2030-13'],
  [readMonth, '2030-00'],
  [readMonth, '2030-1'],
  [readMonth, '1999-12'],
  [readSwitch, 'default'],
  [readPercent, '101'],
  [readPercent, '-1'],
  [readPercent, '1.5'],
  [readDelay, '60001'],
  [readPort, '0'],
  [readPort, '65536'],
  [readPort, '80a'],
  [readLimitOrDefault, '1001'],
  [readDay, '2030-02-29'],
  [readDay, '2030-1-31'],
  [readHash, 'a'.repeat(63)],
  [readHash, 'g'.repeat(64)],
  [readEventTypes, 'sms.failed,sms.lost'],
  [readDeliveryState, 'sent'],
  [readDelivery, `${eventId}.2147483648`],
  [readDelivery, `${eventId}.0`],
  [readDelivery, eventId],
  [readDevice, 'tablet'],
  [readRegion, 'gb'],
  [readRegion, 'UK'],
  [readStops, 'a,,b'],
  [readStops, 'a:x'],
  [readStops, 'A'],
  [readCosts, '{"each":0.045}'],
  [readCosts, '{"each":"-1"}'],
  [readCosts, '{"all":"1"}'],
  [readCosts, '{'],
  [readParticulars, '[]'],
  [readParticulars, 'null'],
  [readParticulars, '{"contact":"a@b.example"}'],
];

const named = <Row extends [Reader, ...unknown[]]>(rows: Row[]) =>
  rows.map((row) => [row[0].name, row[1], row] as const);

test.each(named(taken))('%s accepts %j', (_, __, [read, text, value]) => {
  expect(read(text)).toEqual(value);
});

test.each(named(refused))('%s rejects %j, and says what is allowed', (_, __, [read, text]) => {
  expect(() => read(text)).toThrow(/\S.*\.$/);
});
