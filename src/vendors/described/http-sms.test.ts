import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describeMessageContract, sampleSend } from '../../../test/vendors/message-contract.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import {
  createHttpClient,
  type HttpAnswer,
  type HttpClient,
  type HttpRequest,
} from '../../foundation/outbound/http-client.ts';
import { type OpenedMessages, openMessages } from '../providers/open-provider.ts';
import type { StatusQuery } from '../providers/provider.ts';
import { readConfig } from '../providers/read-config.ts';
import type { Callback } from '../providers/vendor.ts';
import { httpSmsSimulator } from '../simulators/http-sms.ts';
import { runSimulator } from '../simulators/run-simulator.ts';
import { httpSms } from './http-sms.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const clock = createMovableClock(new Date('2026-11-15T20:00:00Z'));
const soon = { signal: new AbortController().signal };

/** The minimal description of a vendor. */
const least = {
  sendUrl: 'https://sms.example.com/send',
  sendBody: '{"to":"{{mobile}}","text":"{{text}}"}',
  idAt: 'id',
  codes: 'HTTP 200 = done',
};

/** A provider whose vendor gives this answer to everything, and the requests it got. */
function open(
  settings: Record<string, unknown>,
  said: Partial<HttpAnswer> = {},
): OpenedMessages & { asked: HttpRequest[] } {
  const asked: HttpRequest[] = [];
  const http: HttpClient = {
    async request(request) {
      asked.push(request);
      return { status: 200, headers: {}, text: '{"id":"7"}', ...said };
    },
    close: async () => {},
  };
  const tools = { http, clock, log: quiet, callbackUrl: () => 'https://pay.example.com/cb/key' };
  const config = readConfig(httpSms, { ...least, ...settings });
  return { ...openMessages(httpSms, { code: 'mine', config, tools }), asked };
}

async function requestOf(settings: Record<string, unknown>, changes = {}): Promise<HttpRequest> {
  const provider = open(settings);
  await provider.send(sampleSend(httpSmsSimulator, changes), soon);
  return provider.asked[0] as HttpRequest;
}

const faultsOf = (settings: Record<string, unknown>) => {
  try {
    open(settings);
    return '';
  } catch (fault) {
    return (fault as Error).message;
  }
};

describe('a described SMS vendor', () => {
  describeMessageContract({
    vendor: httpSms,
    simulator: httpSmsSimulator,
    wrongSecret: { secret: 'another' },
    mobile: '+8613912345678',
    said: { text: '【Example】Your code is 482913.' },
  });

  test('is completely described by what its simulator prints', async () => {
    const running = await runSimulator(httpSmsSimulator, {
      callbackUrlOf: () => 'http://127.0.0.1:9/',
    });
    const http = createHttpClient({ connections: 2, connectTimeoutMs: 2_000 });
    const { callbackKey: _, ...settings } = running.config;
    const tools = {
      http,
      clock: createMovableClock(new Date()),
      log: quiet,
      callbackUrl: () => '',
    };
    const config = readConfig(httpSms, settings);
    const provider = openMessages(httpSms, { code: 'mine', config, tools });
    const rows = String(settings.codes).split('\n').slice(1);
    for (const row of rows) {
      const [code = '', meaning = ''] = row.split(' = ');
      await running.misbehave([`reject:${code}`]);
      const [kind, reason] = meaning.split(' ');
      const outcome = await provider.send(sampleSend(httpSmsSimulator), soon);
      expect(outcome).toMatchObject({ kind, reason, vendorCode: code });
    }
    await running.misbehave([]);
    const outcome = await provider.send(sampleSend(httpSmsSimulator), soon);
    expect(outcome).toMatchObject({ kind: 'done', cost: 350n });
    expect(rows.length).toBeGreaterThan(4);
    await http.close();
    await running.close();
  });

  describe('a request', () => {
    const wild = '"}\n{{secret}}&x=y%41\\u0022 张#?';

    test('cannot be escaped from its JSON string by a value', async () => {
      const { body } = await requestOf({}, { text: wild });
      expect(JSON.parse(String(body))).toEqual({ to: '+8613912345678', text: wild });
    });

    test('cannot be escaped from a form field or a URL part by a value', async () => {
      const { url, body } = await requestOf(
        {
          sendUrl: 'https://sms.example.com/{{templateId}}/send?ref={{reference}}',
          sendFormat: 'form',
          sendBody: 'to={{mobile}}&text={{text}}',
        },
        { text: wild, reference: 'a&b=c/d', templateId: '../admin' },
      );
      expect(new URL(url).pathname).toBe('/..%2Fadmin/send');
      expect([...new URL(url).searchParams]).toEqual([['ref', 'a&b=c/d']]);
      expect([...new URLSearchParams(String(body))]).toEqual([
        ['to', '+8613912345678'],
        ['text', wild],
      ]);
    });

    test('cannot be escaped from a header by a value', async () => {
      const secret = 'a\r\nX-Other: 张';
      const { headers } = await requestOf({ headers: 'X-Key: {{secret}}', secret });
      expect(headers?.['x-key']).toBe('a%0D%0AX-Other: %E5%BC%A0');
    });

    test('has the number, the values and the times in the vendor’s formats', async () => {
      const { body } = await requestOf(
        {
          sendBody: JSON.stringify({
            all: ['{{mobile}}', '{{mobileDigits}}', '{{mobileNational}}', '{{mobileCountry}}'],
            number: '{{mobileNational|number}}',
            values: '{{values}}',
            list: '{{valuesInOrder}}',
            text: 'v={{values}}',
            one: '{{value.otp}}',
            form: '{{template}} {{signName}}',
            at: '{{seconds|number}}',
            local: '{{localTime}} {{day}}',
          }),
        },
        { form: { code: 'T1', signature: 'S', variables: { code: 'otp' } } },
      );
      expect(JSON.parse(String(body))).toEqual({
        all: ['+8613912345678', '8613912345678', '13912345678', '86'],
        number: 13912345678,
        values: { otp: '482913' },
        list: ['482913'],
        text: 'v={"otp":"482913"}',
        one: '482913',
        form: 'T1 S',
        at: 1794772800,
        local: '20261116040000 20261116',
      });
    });

    test('is signed over its sorted fields, with the signature among them', async () => {
      const { body } = await requestOf({
        sendFormat: 'form',
        sendBody: 'to={{mobile}}&account={{account}}&sign={{signature}}&ts={{seconds}}',
        account: 'me',
        secret: 'key',
        signed: '{{params}}&key={{secret}}',
        algorithm: 'md5',
        encoding: 'HEX',
      });
      const signed = 'account=me&to=+8613912345678&ts=1794772800&key=key';
      const expected = createHash('md5').update(signed).digest('hex').toUpperCase();
      expect(new URLSearchParams(String(body)).get('sign')).toBe(expected);
    });

    test('can be a GET with basic authentication, signed over its URL', async () => {
      const { url, method, headers, body } = await requestOf({
        sendUrl: 'https://sms.example.com/send?to={{mobileDigits}}',
        sendMethod: 'GET',
        sendFormat: 'none',
        sendBody: undefined,
        account: 'me',
        secret: 'key',
        headers: 'Authorization: Basic {{basic}}\nX-Sign: {{signature}}',
        signed: '{{path}}',
        algorithm: 'hmac-sha1',
        encoding: 'base64',
      });
      expect([method, body]).toEqual(['GET', undefined]);
      expect(new URL(url).search).toBe('?to=8613912345678');
      expect(headers).toEqual({
        authorization: `Basic ${Buffer.from('me:key').toString('base64')}`,
        'x-sign': createHmac('sha1', 'key').update('/send?to=8613912345678').digest('base64'),
      });
    });
  });

  describe('an answer', () => {
    const codes =
      'HTTP 200 = done\n0 = done\n5 = rejected frequency\nHTTP 429 = unavailable provider_limit';
    const outcome = (settings: object, said: Partial<HttpAnswer>) =>
      open({ codes, ...settings }, said).send(sampleSend(httpSmsSimulator), soon);
    const byCode = { codeAt: 'r.code', idAt: 'r.id', detailAt: 'r.words', costAt: 'r.fee' };

    test('is done with its id and cost, and a 64-bit id stays whole', async () => {
      const text = '{"r":{"code":0,"id":9007199254740993123,"fee":"0.035"}}';
      expect(await outcome(byCode, { text })).toEqual({
        kind: 'done',
        providerRef: '9007199254740993123',
        cost: 350n,
      });
    });

    test('is refused by its code, also under another status', async () => {
      const text = '{"r":{"code":"5","words":"slow down"}}';
      for (const status of [200, 400]) {
        expect(await outcome(byCode, { status, text })).toEqual({
          kind: 'rejected',
          reason: 'frequency',
          vendorCode: '5',
          detail: 'slow down',
        });
      }
    });

    test('is read by its status if it is an HTML page', async () => {
      expect(await outcome(byCode, { status: 429, text: '<html>' })).toMatchObject({
        kind: 'unavailable',
        reason: 'provider_limit',
        vendorCode: 'HTTP 429',
      });
    });

    // @mutant src/vendors/described/read-described.ts
    // - if (code !== '' && isSuccess(answer)) return
    // + if (false) return
    test.each([
      ['a stranger', 200, '{"r":{"code":77,"id":1}}'],
      ['a success without an id', 200, '{"r":{"code":0}}'],
      ['a success under a failing status', 500, '{"r":{"code":0,"id":1}}'],
      ['an unknown status', 502, 'bad'],
      ['a page', 200, '<html>'],
    ])('that is %s is unknown', async (_, status, text) => {
      expect(await outcome(byCode, { status, text })).toMatchObject({ kind: 'unknown' });
    });

    test('of plain text is read by a pattern', async () => {
      const settings = { answerPattern: '^(?<code>\\d+)[,:](?<id>\\w+)', codeAt: 'code' };
      expect(await outcome(settings, { text: '0,ab12' })).toMatchObject({ providerRef: 'ab12' });
      expect(await outcome(settings, { text: '5:x' })).toMatchObject({ reason: 'frequency' });
      expect(await outcome(settings, { text: 'what' })).toMatchObject({ kind: 'unknown' });
    });

    test('blocks nothing, even if its pattern would never end', async () => {
      const answerPattern = `^(?<id>${'\\w*'.repeat(12)})!$`;
      const started = performance.now();
      const text = 'a'.repeat(8_000);
      expect(await outcome({ answerPattern }, { text })).toMatchObject({ kind: 'unknown' });
      expect(performance.now() - started).toBeLessThan(30_000);
    });
  });

  describe('a status query', () => {
    const asking = {
      queryUrl: 'https://sms.example.com/status?id={{id}}&to={{mobile}}&day={{day}}',
      queryListAt: 'list',
      queryIdAt: 'id',
      queryReferenceAt: 'ref',
      queryStateAt: 'state',
      queryErrorAt: 'error',
      queryTimeAt: 'time',
      queryCodeAt: 'code',
      states:
        '0 = delivered\nQ = sent\nU = undelivered provider_fault\nU 7 = undelivered number_invalid\ncode 404 = absent\n(none) = absent',
    };
    const query: StatusQuery = {
      callId: 'c',
      reference: 'ours',
      to: '+8613912345678',
      providerRef: '7',
      partRefs: [],
      heldAt: new Date('2026-11-15T19:00:00Z'),
    };
    const ask = (said: unknown, changes: Partial<StatusQuery> = {}, settings = {}) =>
      open({ ...asking, ...settings }, { text: JSON.stringify(said) }).queryStatus?.(
        { ...query, ...changes },
        soon,
      );

    test('names the message, the number and the vendor’s local day', async () => {
      const provider = open(asking);
      await provider.queryStatus?.(query, soon);
      expect(new URL(provider.asked[0]?.url ?? '').search).toBe(
        '?id=7&to=%2B8613912345678&day=20261116',
      );
    });

    test('finds its own message among others, with its reason and time', async () => {
      const list = [
        { id: '8', state: 0 },
        { id: '7', ref: 'theirs', state: 0 },
        { id: '7', ref: 'ours', state: 'U', error: 7, time: '2026-11-16 03:59:00' },
      ];
      expect(await ask({ list })).toEqual({
        state: 'undelivered',
        reason: 'number_invalid',
        providerRef: '7',
        vendorCode: '7',
        detail: 'U 7',
        at: new Date('2026-11-15T19:59:00Z'),
      });
    });

    // @mutant src/vendors/described/open-described-sms.ts
    // - if (reference !== '') return
    // + if (false) return
    test('by our reference takes the only record for ours, unless that says otherwise', async () => {
      const queryUrl = 'https://sms.example.com/status?ref={{reference}}';
      const lost = { providerRef: null };
      const settings = { queryUrl, queryReferenceAt: undefined };
      const one = { id: '9', state: 'Q' };
      expect(await ask({ list: [one] }, lost, settings)).toMatchObject({
        state: 'sent',
        providerRef: '9',
      });
      for (const list of [[one, one], [{ ...one, ref: 'theirs' }]]) {
        expect(await ask({ list }, lost, { queryUrl })).toMatchObject({ state: 'unknown' });
      }
    });

    test('that is answered with other messages, or unknown words, is unknown', async () => {
      const said = [
        { list: [{ id: '8', state: 0 }] },
        { code: 0 },
        { list: [{ id: '7', state: 'X' }] },
      ];
      for (const each of said) expect(await ask(each)).toMatchObject({ state: 'unknown' });
    });

    test('that is answered with a failing status says nothing, whatever its body', async () => {
      const said = { list: [{ id: '7', ref: 'ours', state: 0 }] };
      for (const status of [404, 500]) {
        const provider = open(asking, { status, text: JSON.stringify(said) });
        expect(await provider.queryStatus?.(query, soon)).toMatchObject({ state: 'unknown' });
      }
      expect(await ask(said)).toMatchObject({ state: 'delivered' });
    });

    // @mutant src/vendors/described/open-described-sms.ts
    // - if (meaning.state === 'absent' && heldForMs < settings.absentAfterMinutes * 60_000) {
    // + if (meaning.state === 'absent' && heldForMs < 0) {
    test.each([{ list: [] }, { code: 404 }])(
      'answered %j means absent, but not at once',
      async (said) => {
        expect(await ask(said)).toMatchObject({ state: 'absent' });
        const heldAt = new Date('2026-11-15T19:55:00Z');
        expect(await ask(said, { heldAt })).toMatchObject({ state: 'unknown' });
      },
    );

    test('by an id that was never given is not made', async () => {
      const provider = open(asking);
      expect(await provider.queryStatus?.({ ...query, providerRef: null }, soon)).toMatchObject({
        state: 'unknown',
      });
      expect(provider.asked).toEqual([]);
    });

    test('is possible only if the operator describes it', () => {
      expect(open({}).queryStatus).toBeUndefined();
      expect(open({}).readCallback).toBeUndefined();
    });
  });

  describe('receipts', () => {
    const told = {
      receiptIdAt: 'id',
      receiptStateAt: 's',
      receiptErrorAt: 'e',
      receiptTimeAt: 't',
      states: '1 = delivered\n2 = undelivered number_off\n3 = expired expired\n9 = sent',
    };
    const callback = (changes: Partial<Callback>): Callback => ({
      method: 'POST',
      url: 'https://pay.example.com/cb/key',
      headers: {},
      body: '',
      address: '127.0.0.1',
      ...changes,
    });
    const read = (settings: object, changes: Partial<Callback>) =>
      open({ ...told, ...settings }).readCallback?.(callback(changes));

    test('come many at once, inside a form field, and malformed ones say nothing', () => {
      const list = [
        { id: 1, s: 1, t: 1794772700 },
        null,
        'x',
        {},
        { id: 2, s: 2, e: 'E' },
        { id: 3, s: 4 },
      ];
      const body = new URLSearchParams({ reports: JSON.stringify(list) }).toString();
      const settings = { callbackFormat: 'form', receiptListAt: 'reports' };
      expect(read(settings, { body })).toMatchObject({
        kind: 'receipts',
        isSigned: false,
        receipts: [
          { providerRef: '1', state: 'delivered', at: new Date(1794772700_000) },
          { providerRef: '2', state: 'undelivered', reason: 'number_off', vendorCode: 'E' },
        ],
        answer: { status: 200, contentType: 'text/plain', body: 'success' },
      });
    });

    // @mutant src/vendors/described/described-callback.ts
    // - if (verify && !verify(callback, payload)) {
    // + if (verify && payload === null) {
    test('come in the query, signed over its fields', () => {
      const settings = {
        callbackFormat: 'query',
        callbackSigned: '{{params}}{{secret}}',
        callbackSignatureAt: 'query sign',
        callbackSecret: 'key',
        callbackAlgorithm: 'sha1',
      };
      const sign = createHash('sha1').update('id=1&s=1key').digest('hex');
      const url = `https://pay.example.com/cb/key?s=1&id=1&sign=${sign}`;
      expect(read(settings, { url })).toMatchObject({
        isSigned: true,
        receipts: [{ providerRef: '1' }],
      });
      for (const wrong of [url.replace('s=1', 's=2'), url.replace(/&sign=.*/, '')]) {
        expect(read(settings, { url: wrong })).toMatchObject({ because: 'signature' });
      }
    });
  });

  describe('a description', () => {
    const told = {
      ...{ receiptStateAt: 's', receiptIdAt: 'i', states: '1 = sent' },
      callbackSignatureAt: 'header X-Sign',
    };
    // @mutant src/vendors/described/described-request.ts
    // - if (host === '' || /[{}@]/.test(host)) {
    // + if (host === '') {
    test.each([
      [
        { sendBody: '{"to":"{{mobil}}"}' },
        'sendBody has the unknown placeholder {{mobil}} (known: account, .* at character 8',
      ],
      [{ sendBody: '{"to":"{{mobile}"}' }, 'sendBody has {{ without a name and }} at character 8'],
      [
        { sendBody: '{"to":\n "{{mobile}}",}' },
        'sendBody is not valid JSON at line 2, character 15',
      ],
      [{ sendBody: '{"{{text}}":1}' }, 'sendBody must not have a placeholder in the name'],
      [{ sendBody: '{"a":"x{{seconds|number}}"}' }, 'sendBody has a number that is not alone'],
      [
        { sendBody: '{"a":"{{text|number}}"}' },
        'sendBody must not use {{text|number}} as a number at',
      ],
      [{ sendFormat: 'form', sendBody: 'a=b c' }, 'sendBody has a character .* at character 4'],
      [{ sendMethod: 'GET' }, 'sendFormat must be none for a GET'],
      [{ sendUrl: 'https://{{text}}/send' }, 'sendUrl must begin with'],
      [{ sendUrl: 'https://u:p@sms.example.com/' }, 'sendUrl must begin with'],
      [{ sendUrl: 'ftp://sms.example.com/' }, 'sendUrl must begin with'],
      [{ headers: 'X-A: 1\nnothing' }, 'headers has a line that is not .* at line 2, character 1'],
      [{ headers: 'Host: other' }, 'headers must not set Host'],
      [{ headers: 'X: {{secret}}' }, 'secret is required'],
      [{ headers: 'X: {{signature}}' }, 'signed is required'],
      [
        { signed: '{{body}}', secret: 'x' },
        'signed is set, but no header, URL or body contains {{signature}}',
      ],
      [
        { signed: '{{body}}', secret: 'x', sendBody: '{"s":"{{signature}}"}' },
        'signed covers the body, which carries the signature',
      ],
      [{ codes: '0 = ok' }, 'codes has the unknown meaning “ok” (known: done, .* at character 1'],
      [{ codes: 'HTTP 200 = done\n1 = rejected' }, 'codes has rejected without a reason at line 2'],
      [{ codes: '1 = rejected because' }, 'codes has an unknown reason (known: '],
      [{ codes: '1 = done\n1 = done' }, 'codes has 1 twice'],
      [{ codes: '1 = rejected frequency' }, 'codes has no line that means done'],
      [{ idAt: 'a..b' }, 'idAt is not a path .* at character 2'],
      [{ idAt: undefined }, 'codeAt or idAt is required'],
      [{ answerPattern: '(?<id>\\d+' }, 'answerPattern is not a valid regular expression'],
      [
        { answerPattern: '^(?<id>(a+)+)$' },
        'answerPattern must not use nested repetition at character 12',
      ],
      [{ answerPattern: '(?<id>a))|b' }, 'answerPattern is not a valid regular expression'],
      [{ answerPattern: '(?<id>(a|aa)*)' }, 'answerPattern must not use nested repetition'],
      [
        { answerPattern: '(?<id>.)\\1' },
        'answerPattern must not use back-references at character 9',
      ],
      [{ answerPattern: '(?<id>.)(?=x)' }, 'answerPattern must not use lookaround at character 9'],
      [{ answerPattern: '\\d+' }, 'answerPattern must have named groups, out of code, id'],
      [{ queryUrl: 'https://sms.example.com/q?to={{mobile}}' }, 'queryIdAt or queryReferenceAt'],
      [{ queryUrl: 'https://sms.example.com/q?id={{id}}' }, 'queryStateAt is required'],
      [{ receiptStateAt: 's', states: '1 = delivered' }, 'receiptIdAt or receiptReferenceAt'],
      [{ receiptStateAt: 's', receiptIdAt: 'i' }, 'states is required'],
      [{ states: '0 = absent' }, 'states has 0 = absent, but absent is for code'],
      [
        { states: 'HTTP 404 = delivered' },
        'states has HTTP 404 = delivered, but absent is for code',
      ],
      [
        { receiptStateAt: 's', receiptIdAt: 'i', states: '1 = sent', callbackSigned: '{{body}}' },
        'callbackSigned needs callbackSignatureAt',
      ],
      [
        { ...told, callbackSigned: '{{body}}', callbackAlgorithm: 'sha256', callbackSecret: 'x' },
        'callbackSigned must include a secret',
      ],
      [{ ...told, callbackSigned: '{{body}}' }, 'callbackSigned needs callbackSecret'],
    ])('%j is refused with what is wrong, and where', (settings, words) => {
      const [start, rest = ''] = words.split(' .* ');
      const message = faultsOf(settings);
      expect(message).toContain(start);
      expect(message).toContain(rest);
    });

    test('may sign its request in the body, and query without a signature', () => {
      const settings = {
        ...{ signed: '{{params}}', secret: 'x', sendBody: '{"s":"{{signature}}"}' },
        ...{
          queryUrl: 'https://sms.example.com/q?id={{id}}',
          queryStateAt: 's',
          states: '1 = sent',
        },
      };
      expect(faultsOf(settings)).toBe('');
    });

    test('reports all its faults at once, and never a secret', () => {
      const message = faultsOf({ secret: 'hidden', sendBody: '{', codes: 'x', headers: 'y' });
      expect(message).toMatch(/headers .*; sendBody .*; codes /);
      expect(message).not.toContain('hidden');
    });
  });

  test('requires the template’s code and signature if its request uses them', () => {
    const provider = open({ sendBody: '{"t":"{{template}}","s":"{{signName}}"}' });
    const fault = (form: object) => provider.findFault(sampleSend(httpSmsSimulator, { form }));
    expect(fault({})?.problem.en).toContain('no code');
    expect(fault({ code: 'T' })?.problem.en).toContain('no signature');
    expect(fault({ code: 'T', signature: 'S' })).toBeUndefined();
    expect(open({}).findFault(sampleSend(httpSmsSimulator))).toBeUndefined();
  });
});
