import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failures, states } from '../../src/vendors/adapters/alibaba/alibaba-face.ts';
import { groups as infobipGroups } from '../../src/vendors/adapters/infobip/infobip.ts';
import { states as yunxinStates } from '../../src/vendors/adapters/netease/yunxin.ts';
import { lastErrors } from '../../src/vendors/adapters/stripe/stripe-face.ts';
import { resultCodes } from '../../src/vendors/adapters/tencent/tencent-face.ts';
import { states as twilioStates } from '../../src/vendors/adapters/twilio/twilio.ts';
import { vendors } from '../../src/vendors/vendors.ts';

/**
 * What each code of a vendor means, a second time: `codes/<vendor>.txt` is written from the vendor's document, never
 * from the adapter. `rejected` ends a call, and after `unavailable` the next provider sends it, so a code in the
 * wrong group loses a message or sends it twice.
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
  infobip: { ...infobipGroups },
  'stripe-face': { ...lastErrors },
  'tencent-face': mapValues(resultCodes, ([state, reason]) => [state, reason]),
  twilio: mapValues(twilioStates, (state) => [state, null]),
  yunxin: mapValues(yunxinStates, ({ state, reason }) => [state, reason ?? null]),
};

function mapValues<Value>(
  table: Readonly<Record<string, Value>>,
  read: (value: Value) => Meanings[string],
): Meanings {
  return Object.fromEntries(Object.entries(table).map(([code, value]) => [code, read(value)]));
}

/** Sections are not indented, outcomes by two columns and codes by four. */
function readDocument(name: string): Tables {
  const tables: Tables = {};
  let table: Meanings = {};
  let meaning: Meanings[string] = ['', null];
  const text = readFileSync(join(import.meta.dirname, 'codes', `${name}.txt`), 'utf8');
  for (const line of text.split('\n').filter((each) => !/^\s*(?:#|$)/.test(each))) {
    const [first = '', second = null, ...more] = line.trim().split(/\s+/);
    if (first === 'include') {
      Object.assign(tables, readDocument(second ?? ''));
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
    expect(tables).toEqual({ send: {}, receipt: {}, result: {}, ...readDocument(code) });
  },
);
