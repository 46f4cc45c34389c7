import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failures, states } from '../../src/vendors/adapters/alibaba/alibaba-face.ts';
import { resultCodes as baiduResults } from '../../src/vendors/adapters/baidu/baidu-face-codes.ts';
import { groups as infobipGroups } from '../../src/vendors/adapters/infobip/infobip.ts';
import { states as yunxinStates } from '../../src/vendors/adapters/netease/yunxin.ts';
import { lastErrors } from '../../src/vendors/adapters/stripe/stripe-face.ts';
import { resultCodes } from '../../src/vendors/adapters/tencent/tencent-face.ts';
import { kycResults } from '../../src/vendors/adapters/tencent/tencent-face-h5.ts';
import { states as twilioStates } from '../../src/vendors/adapters/twilio/twilio-codes.ts';
import { declines } from '../../src/vendors/adapters/veriff/veriff-codes.ts';
import { states as vonageStates } from '../../src/vendors/adapters/vonage/vonage.ts';
import { vendors } from '../../src/vendors/vendors.ts';

/**
 * The codes that a vendor publishes, all of them, and what each means: `codes/<vendor>.txt` is written from the
 * vendor's list, never from the adapter, and names the list's address and the day on which it was read. `rejected`
 * ends a call, and after `unavailable` the next provider sends it, so a code in the wrong group loses a message or
 * sends it twice. `unknown` holds the caller's money, so a comment above the group says why nothing better is
 * known. `unmapped` are published codes that the adapter does not know, which makes them unknown as well.
 */
type Meanings = Record<string, readonly [outcome: string, reason: string | null]>;
type Tables = Record<string, Meanings>;

/** Described vendors have the codes that their operator enters. */
const known = vendors.filter(({ code }) => !code.startsWith('http-'));

/** The results of queries, which are not part of what every vendor describes. */
const results: Tables = {
  'alibaba-face': {
    ...mapValues(states, ({ state, reason }) => [state, reason ?? null]),
    ...Object.fromEntries(
      Object.entries(failures).map(([code, reason]) => [`SubCode:${code}`, ['failed', reason]]),
    ),
  },
  'baidu-face': { ...baiduResults },
  infobip: { ...infobipGroups },
  'stripe-face': { ...lastErrors },
  'tencent-face': mapValues(resultCodes, ([state, reason]) => [state, reason]),
  'tencent-face-h5': mapValues(kycResults, ([state, reason]) => [state, reason]),
  twilio: mapValues(twilioStates, (state) => [state, null]),
  veriff: mapValues(declines, (reason) => ['failed', reason]),
  vonage: mapValues(vonageStates, (state) => [state, null]),
  yunxin: mapValues(yunxinStates, ({ state, reason }) => [state, reason ?? null]),
};

function mapValues<Value, Read>(
  table: Readonly<Record<string, Value>>,
  read: (value: Value) => Read,
): Record<string, Read> {
  return Object.fromEntries(Object.entries(table).map(([code, value]) => [code, read(value)]));
}

const folder = join(import.meta.dirname, 'codes');

function linesOf(name: string): string[] {
  const lines = readFileSync(join(folder, `${name}.txt`), 'utf8').split('\n');
  return lines.filter((each) => each.trim() !== '');
}

const isComment = (line: string | undefined) => /^\s*#/.test(line ?? '');

/** Sections are not indented, outcomes by two columns and codes by four. */
function readDocument(name: string): Tables {
  const tables: Tables = {};
  let table: Meanings = {};
  let meaning: Meanings[string] = ['', null];
  for (const line of linesOf(name).filter((each) => !isComment(each))) {
    const [first = '', second = null, ...more] = line.trim().split(/\s+/);
    if (first === 'include') {
      for (const [section, codes] of Object.entries(readDocument(second ?? ''))) {
        tables[section] = { ...tables[section], ...codes };
      }
    } else if (/^\S/.test(line)) {
      table = tables[first] ??= {};
    } else if (/^ {2}\S/.test(line)) {
      meaning = [first, second];
    } else {
      for (const code of [first, ...(second ? [second] : []), ...more]) {
        if (Object.hasOwn(table, code)) throw new Error(`${name}: ${code} is listed twice`);
        table[code] = meaning;
      }
    }
  }
  return tables;
}

// @mutant src/vendors/adapters/alibaba/alibaba-sms.ts
// - 'isv.BUSINESS_LIMIT_CONTROL': ['rejected', 'frequency']
// + 'isv.BUSINESS_LIMIT_CONTROL': ['unavailable', 'frequency']
// @mutant src/vendors/adapters/carrier-codes.ts
// -   'DB:0142': tooMany,
// @mutant src/vendors/adapters/smpp/codes.ts
// - '0x0B': ['rejected', 'number_invalid']
// + '0x0B': ['unavailable', 'number_invalid']
test.each(known.map((vendor) => [vendor.code, vendor] as const))(
  '%s knows every code of its document, and no other, with the documented meaning',
  (code, vendor) => {
    const receipts = vendor.kind === 'sms' ? vendor.receiptCodes : {};
    const tables = { send: vendor.codes, receipt: receipts, result: results[code] ?? {} };
    const document = { send: {}, receipt: {}, result: {}, ...readDocument(code) };
    expect(tables).toEqual(mapValues(document, mappedOf));
  },
);

function mappedOf(table: Meanings): Meanings {
  return Object.fromEntries(Object.entries(table).filter(([, [kind]]) => kind !== 'unmapped'));
}

const documents = readdirSync(folder).map((file) => file.replace(/\.txt$/, ''));

test.each(documents)('the codes of %s name their list and the day it was read', (name) => {
  const comments = linesOf(name).filter(isComment).join(' ');
  expect(comments).toMatch(/\b[a-z0-9.-]+\.[a-z]+\/\S/);
  expect(comments).toMatch(/\b\d{4}-\d{2}-\d{2}\b/);
});

test.each(documents)('the codes of %s say why one is unknown', (name) => {
  const lines = linesOf(name);
  const unexplained = lines.filter(
    (line, at) => /^ {2}(?:unknown|unmapped)\b/.test(line) && !isComment(lines[at - 1]),
  );
  expect(unexplained).toEqual([]);
});
