import type { Mutant } from './mutant.ts';

const yunpian = 'src/vendors/adapters/yunpian/yunpian.ts';
const yunpianTests = ['src/vendors/adapters/yunpian/yunpian.test.ts'];
const twilio = 'src/vendors/adapters/twilio/twilio.ts';
const twilioTests = ['src/vendors/adapters/twilio/twilio.test.ts'];
const tencentSms = 'src/vendors/adapters/tencent/tencent-sms.ts';
const tencentSmsTests = ['src/vendors/adapters/tencent/tencent-sms.test.ts'];
const alibabaSms = 'src/vendors/adapters/alibaba/alibaba-sms.ts';
const alibabaSmsTests = ['src/vendors/adapters/alibaba/alibaba-sms.test.ts'];
const callAlibaba = 'src/vendors/adapters/alibaba/call-alibaba.ts';
const huawei = 'src/vendors/adapters/huawei/huawei.ts';
const huaweiTests = ['src/vendors/adapters/huawei/huawei.test.ts'];
const yunxin = 'src/vendors/adapters/netease/yunxin.ts';
const yunxinTests = ['src/vendors/adapters/netease/yunxin.test.ts'];
const yidun = 'src/vendors/adapters/netease/yidun.ts';
const stripeFace = 'src/vendors/adapters/stripe/stripe-face.ts';
const stripeFaceTests = ['src/vendors/adapters/stripe/stripe-face.test.ts'];
const alibabaFace = 'src/vendors/adapters/alibaba/alibaba-face.ts';
const alibabaFaceTests = ['src/vendors/adapters/alibaba/alibaba-face.test.ts'];
const tencentFace = 'src/vendors/adapters/tencent/tencent-face.ts';
const tencentFaceTests = ['src/vendors/adapters/tencent/tencent-face.test.ts'];

/** What adapters make of their vendors’ words. */
export const vendorsMutants: readonly Mutant[] = [
  {
    file: yunpian,
    find: '    isSigned: false,',
    replace: '    isSigned: true,',
    breaks: "A receipt of Yunpian's is confirmed before it moves money.",
    tests: yunpianTests,
  },
  {
    file: yunpian,
    find: '    if (answer.length < pageSize) return rows;',
    replace: '    return rows;',
    breaks: "Yunpian's records are read to their end.",
    tests: yunpianTests,
  },
  {
    file: yunpian,
    find: '    now.getTime() - query.heldAt.getTime() > recordsDelayMs &&\n',
    replace: '',
    breaks: "A message that may still come into Yunpian's records is not called absent.",
    tests: yunpianTests,
  },
  {
    file: yunpian,
    find: "return reason ? [state, reason] : ['undelivered', 'provider_fault'];",
    replace: 'return [state, reason];',
    breaks: "A failure stays one, even when the carrier's word for it sounds like none.",
    tests: yunpianTests,
  },
  {
    file: twilio,
    find: "Array.isArray(messages) && fieldOf(list, 'next_page_uri') === null",
    replace: 'Array.isArray(messages)',
    breaks: "A list of Twilio's that goes on proves nothing.",
    tests: twilioTests,
  },
  {
    file: twilio,
    find: 'at.getTime() - heldAt.getTime() < listedAfterMs',
    replace: 'at.getTime() - heldAt.getTime() < 0',
    breaks: 'A message that Twilio may not list yet is not called absent.',
    tests: twilioTests,
  },
  {
    file: twilio,
    find: 'if (answer.status >= 500) throw',
    replace: 'if (answer.status > 599) throw',
    breaks: 'What Twilio says of a fault of its own is no promise that nothing was sent.',
    tests: twilioTests,
  },
  {
    file: twilio,
    find: '/[1-9]/.test(fraction.slice(4)) ? cost + 1n : cost',
    replace: '/[1-9]/.test(fraction.slice(4)) ? cost : cost',
    breaks: 'A cost is rounded up, never down.',
    tests: twilioTests,
  },
  {
    file: twilio,
    find: "!(Date.parse(textOf(message, 'date_created')) < heldAt.getTime() - clockGapMs)",
    replace: "Date.parse(textOf(message, 'date_created')) >= heldAt.getTime() - clockGapMs",
    breaks: "A message of Twilio's whose date cannot be read may be ours.",
    tests: twilioTests,
  },
  {
    file: twilio,
    find: "const port = scheme === 'https://' ? 443 : 80;",
    replace: 'const port = 80;',
    breaks: "Twilio's signature is known with the port and without.",
    tests: twilioTests,
  },
  {
    file: tencentSms,
    find: 'now.getTime() - query.heldAt.getTime() < longestSendMs + recordsDelayMs',
    replace: 'now.getTime() - query.heldAt.getTime() < 0',
    breaks: "A message that may still come into Tencent's records is not called absent.",
    tests: tencentSmsTests,
  },
  {
    file: tencentSms,
    find: "const isTaken = records.some((each) => textOf(each, 'SendStatus') !== '1');",
    replace: "const isTaken = records.some((each) => textOf(each, 'SerialNo') === '');",
    breaks: "A record of Tencent's that may be ours keeps the message from being called absent.",
    tests: tencentSmsTests,
  },
  {
    file: tencentSms,
    find: '    if (rows.length < largestPage) break;',
    replace: '    break;',
    breaks: "Tencent's records are read to their end.",
    tests: tencentSmsTests,
  },
  {
    file: tencentSms,
    find: "      : textOf(each, 'SessionContext') === reference,",
    replace: '      : true,',
    breaks: "A report of Tencent's is of our message only when it has our reference.",
    tests: tencentSmsTests,
  },
  {
    file: alibabaSms,
    find: 'const times = [heldAt - clockGapMs, heldAt + longestSendMs];',
    replace: 'const times = [heldAt];',
    breaks: 'A message held before midnight is looked for on the next day, too.',
    tests: alibabaSmsTests,
  },
  {
    file: alibabaSms,
    find: 'const isCertain = isComplete && !query.providerRef && ',
    replace: 'const isCertain = isComplete && ',
    breaks: 'What Alibaba gave an id it took, whatever its records show.',
    tests: alibabaSmsTests,
  },
  {
    file: alibabaSms,
    find: '    isComplete &&= isWhole;',
    replace: '    isComplete ||= isWhole;',
    breaks: "Records of Alibaba's that were not read to their end prove nothing.",
    tests: alibabaSmsTests,
  },
  {
    file: alibabaSms,
    find: "return meaning && meaning !== delivered ? meaning : ['undelivered', 'provider_fault'];",
    replace: "return meaning ?? ['undelivered', 'provider_fault'];",
    breaks: 'A message that Alibaba says failed has not arrived, whatever its code says.',
    tests: alibabaSmsTests,
  },
  {
    file: callAlibaba,
    find: "if (answer.status !== 200 && (code === '' || code === success)) {",
    replace: "if (answer.status !== 200 && code === '') {",
    breaks: "An answer with another status and the code of success is not Alibaba's.",
    tests: alibabaSmsTests,
  },
  {
    file: callAlibaba,
    find: "const known = code.startsWith('Throttling.') ? 'Throttling' : code;",
    replace: 'const known = code;',
    breaks: "Every kind of Alibaba's throttling says that nothing was taken.",
    tests: alibabaSmsTests,
  },
  {
    file: huawei,
    find: 'if (signedReceipts && !isSignedByHuawei(',
    replace: 'if (signedReceipts && callback.headers.authorization && !isSignedByHuawei(',
    breaks: 'Where Huawei signs, a receipt without a signature is refused.',
    tests: huaweiTests,
  },
  {
    file: 'src/vendors/adapters/huawei/huawei-signature.ts',
    find: "if (access !== key || !names.split(';').includes('x-sdk-date')) return false;",
    replace: 'if (access !== key) return false;',
    breaks: "A signature of Huawei's covers its time.",
    tests: huaweiTests,
  },
  {
    file: huawei,
    find: '      ...(of > 1 && no >= 1 && no <= of && { part: { no, of } }),\n',
    replace: '',
    breaks: "A receipt of Huawei's says which part it is of.",
    tests: huaweiTests,
  },
  {
    file: huawei,
    find: "return failureByCode(codes, status || code, textOf(answer, 'description'));",
    replace: "return failureByCode(codes, code, textOf(answer, 'description'));",
    breaks: 'What Huawei says of the number stands before what it says of the request.',
    tests: huaweiTests,
  },
  {
    file: yunxin,
    find: '    isSameSignature(headers.md5?.toLowerCase(), digest) &&\n    isSameSignature(headers.checksum?.toLowerCase(), expected);',
    replace: '    isSameSignature(headers.md5?.toLowerCase(), digest);',
    breaks: "A callback of Yunxin's proves that its sender has the secret.",
    tests: yunxinTests,
  },
  {
    file: yunxin,
    find: "if (code !== '414' || !aboutHeaders.test(detail)) return failure;",
    replace: 'return failure;',
    breaks: "A 414 of Yunxin's about the headers is the operator's, and asks the next provider.",
    tests: yunxinTests,
  },
  {
    file: yunxin,
    find: "const objects = type === '11' ? fieldOf(event, 'objects') : [];",
    replace: "const objects = fieldOf(event, 'objects');",
    breaks: "Of Yunxin's events those of receipts alone move messages.",
    tests: yunxinTests,
  },
  {
    file: yidun,
    find: "  '430': ['unknown', 'provider_fault'],",
    replace: "  '430': ['unavailable', 'provider_setup'],",
    breaks: 'A nonce that Yidun has seen may have brought the message.',
    tests: ['src/vendors/vendors.test.ts'],
  },
  {
    file: yidun,
    find: "if (result === '200' && providerRef) return",
    replace: 'if (providerRef) return',
    breaks: "Yidun's second code decides whether a message was taken.",
    tests: ['src/vendors/adapters/netease/yidun.test.ts'],
  },
  {
    file: stripeFace,
    find: "return nowMs / 1000 - Number(time) > toleranceSeconds ? 'a signature of long ago' : undefined;",
    replace: 'return undefined;',
    breaks: "An event of Stripe's that was signed long ago is refused.",
    tests: stripeFaceTests,
  },
  {
    file: stripeFace,
    find: "if (expected.split(' ').every((mark) => shown.includes(mark))) return passed;",
    replace: "if (expected.split(' ').some((mark) => shown.includes(mark))) return passed;",
    breaks: 'The document has every name of the call.',
    tests: stripeFaceTests,
  },
  {
    file: stripeFace,
    find: "  if (!expected && settings.compareName) throw new OddAnswer('no name to compare with');\n",
    replace: '',
    breaks: 'Where names are compared, a session without one passes nobody.',
    tests: stripeFaceTests,
  },
  {
    file: stripeFace,
    find: "  if (textOf(session, 'id') !== sessionRef) throw new OddAnswer('another session');\n",
    replace: '',
    breaks: 'A result of another session is none of this one.',
    tests: stripeFaceTests,
  },
  {
    file: stripeFace,
    find: "if (!Object.hasOwn(lastErrors, vendorCode)) return { state: 'open', taskId, vendorCode, detail };",
    replace:
      "if (!Object.hasOwn(lastErrors, vendorCode)) return { state: 'failed', taskId, vendorCode, detail };",
    breaks: "A code of Stripe's that nobody knows decides nothing.",
    tests: stripeFaceTests,
  },
  {
    file: alibabaFace,
    find: "if (!start.browserData) return withoutAddress('the browser gave no MetaInfo');",
    replace: '',
    breaks: "Without the browser's data no session of Alibaba's is begun.",
    tests: alibabaFaceTests,
  },
  {
    file: alibabaFace,
    find: "if (code === '200' && (result === 'Y' || why === 'NOT_DELETE_REPEATEDLY')) return;",
    replace: "if (code === '200') return;",
    breaks: 'Alibaba has erased only what it says that it has erased.',
    tests: alibabaFaceTests,
  },
  {
    file: alibabaFace,
    find: "  if (passed === 'T') return { state: 'passed', taskId, vendorCode };",
    replace:
      "  if (passed === 'T' || vendorCode === '209') return { state: 'passed', taskId, vendorCode };",
    breaks: 'Nothing but Passed says that a person has passed.',
    tests: alibabaFaceTests,
  },
  {
    file: tencentFace,
    find: "  if (!Object.hasOwn(resultCodes, vendorCode)) return { state: 'open', taskId, vendorCode, detail };",
    replace:
      "  if (!Object.hasOwn(resultCodes, vendorCode)) return { state: 'failed', taskId, vendorCode, detail };",
    breaks: "A code of Tencent's that nobody knows decides nothing about a person.",
    tests: tencentFaceTests,
  },
  {
    file: tencentFace,
    find: 'IdCard: person.cardNo.toUpperCase(),',
    replace: 'IdCard: person.cardNo,',
    breaks: 'An ID number with a small x is given to Tencent with a capital one.',
    tests: tencentFaceTests,
  },
  {
    file: tencentFace,
    find: "charge !== 'billed' || (flow === 'eid' && vendorCode === '1002')",
    replace: "charge !== 'billed'",
    breaks: 'A forged face is charged for in WeChat alone.',
    tests: tencentFaceTests,
  },
  {
    file: yunpian,
    find: "    now.getTime() - query.heldAt.getTime() > recordsDelayMs &&\n    rows.every((row) => textOf(row, 'uid') !== '');",
    replace: '    now.getTime() - query.heldAt.getTime() > recordsDelayMs;',
    breaks: 'Yunpian is believed not to have a message only when every record says whose it is.',
    tests: yunpianTests,
  },
];
