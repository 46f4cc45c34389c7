import { expect, test } from 'vitest';
import { failures, states } from '../../src/vendors/adapters/alibaba/alibaba-face.ts';
import { resultCodes as baiduResults } from '../../src/vendors/adapters/baidu/baidu-face-codes.ts';
import { groups as infobipGroups } from '../../src/vendors/adapters/infobip/infobip.ts';
import { states as yunxinStates } from '../../src/vendors/adapters/netease/yunxin.ts';
import { lastErrors } from '../../src/vendors/adapters/stripe/stripe-face.ts';
import { resultCodes } from '../../src/vendors/adapters/tencent/tencent-face.ts';
import { kycResults } from '../../src/vendors/adapters/tencent/tencent-face-h5.ts';
import { states as twilioStates } from '../../src/vendors/adapters/twilio/twilio-codes.ts';
import { states as voiceStates } from '../../src/vendors/adapters/twilio/twilio-voice-codes.ts';
import { declines } from '../../src/vendors/adapters/veriff/veriff-codes.ts';
import { states as vonageStates } from '../../src/vendors/adapters/vonage/vonage.ts';
import { vendors } from '../../src/vendors/vendors.ts';
import {
  documents,
  isComment,
  linesOf,
  type Meanings,
  readDocument,
  type Tables,
} from './read-codes.ts';

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
  'twilio-voice': { ...voiceStates },
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
    const receipts = 'receiptCodes' in vendor ? vendor.receiptCodes : {};
    const tables = { send: vendor.codes, receipt: receipts, result: results[code] ?? {} };
    const document = { send: {}, receipt: {}, result: {}, ...readDocument(code) };
    expect(tables).toEqual(mapValues(document, mappedOf));
  },
);

function mappedOf(table: Meanings): Meanings {
  return Object.fromEntries(Object.entries(table).filter(([, [kind]]) => kind !== 'unmapped'));
}

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
