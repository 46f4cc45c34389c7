import { createHash } from 'node:crypto';
import {
  type Asked,
  type CallbackRequest,
  type Desk,
  jsonAnswer,
  type Simulator,
  type SimulatorRequest,
  type Taken,
} from './simulator.ts';

const appKey = 'yunxin-app-key';
const appSecret = 'yunxin-app-secret';
/** A template works only with the operation of its type. */
const codeTemplateId = '3057527';
const noticeTemplateId = '3057528';
const longestSkewSeconds = 300;

/** NetEase Yunxin, as documented. */
export const yunxinSimulator: Simulator = {
  vendor: 'yunxin',
  kind: 'sms',
  config: (url) => ({ appKey, appSecret, endpoint: url }),
  form: { code: codeTemplateId },

  read(request, desk): Asked {
    const fault = findRequestFault(request, desk);
    if (fault)
      return { kind: 'refused', because: fault, answer: jsonAnswer({ code: 414, desc: fault }) };
    const form = new URLSearchParams(request.body);
    switch (request.url.pathname) {
      case '/sms/sendcode.action':
        return readSend(form, codeTemplateId, form.get('mobile'), readCodeValues(form));
      case '/sms/sendtemplate.action':
        return readSend(form, noticeTemplateId, readMobiles(form), readNoticeValues(form));
      case '/sms/querystatus.action':
        return { kind: 'answer', answer: statusAnswer(desk.find(form.get('sendid') ?? '')) };
      default:
        return { kind: 'refused', because: 'no such path', answer: jsonAnswer({ code: 404 }, 404) };
    }
  },

  // A code's response has the id as text, and the code itself. A notification's id exceeds JavaScript's safe
  // integers, so it is written into the JSON as text.
  done: ({ id, said }) => ({
    status: 200,
    body:
      said.templateid === codeTemplateId
        ? JSON.stringify({ code: 200, msg: id, obj: codeOf(said) })
        : `{"code":200,"msg":"sendid","obj":${id}}`,
  }),
  rejected: (code = '414') => jsonAnswer({ code: Number(code), msg: 'refused' }),
  receipt: (taken, desk) => receiptOf(taken, desk, appSecret),
  forged: (taken, desk) => receiptOf({ ...taken, state: 'delivered' }, desk, 'guessed'),
};

/** Event 11, with a checksum of the body. Times are in UTC+8. */
function receiptOf(taken: Taken, desk: Desk, secret: string): CallbackRequest {
  const reported = new Date(desk.now().getTime() + 8 * 3_600_000).toISOString();
  const result = taken.state === 'delivered' ? 'DELIVRD' : 'UNDELIV';
  const body = JSON.stringify({
    eventType: '11',
    objects: [
      {
        mobile: taken.mobile,
        sendid: taken.id,
        result,
        reportTime: reported.slice(0, 19).replace('T', ' '),
        spliced: '1',
        templateId: Number(taken.said.templateid),
      },
    ],
  });
  const curTime = String(desk.now().getTime());
  const md5 = createHash('md5').update(body).digest('hex');
  const checkSum = createHash('sha1').update(`${secret}${md5}${curTime}`).digest('hex');
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json;charset=utf-8',
      AppKey: appKey,
      CurTime: curTime,
      MD5: md5,
      CheckSum: checkSum,
    },
    body,
  };
}

function readSend(
  form: URLSearchParams,
  templateId: string,
  mobile: string | null,
  params: unknown,
): Asked {
  if (!mobile || params === undefined) {
    return {
      kind: 'refused',
      because: 'malformed',
      answer: jsonAnswer({ code: 414, msg: 'bad param' }),
    };
  }
  if (form.get('templateid') !== templateId) {
    return {
      kind: 'refused',
      because: 'no template',
      answer: jsonAnswer({ code: 404, msg: 'template id not exist' }),
    };
  }
  return {
    kind: 'do',
    taking: {
      kind: 'message',
      reference: null,
      mobile,
      said: { templateid: templateId, params },
      callbackUrl: null,
    },
  };
}

/** The only number of a list of at most 100; null if the list is malformed. */
function readMobiles(form: URLSearchParams): string | null {
  const mobiles = readJson(form.get('mobiles'));
  if (!Array.isArray(mobiles) || mobiles.length === 0 || mobiles.length > 100) return null;
  return String(mobiles[0]);
}

/** Named values, or for earlier accounts a code of 4 to 10 digits. */
function readCodeValues(form: URLSearchParams): unknown {
  const authCode = form.get('authCode');
  if (authCode === null) return readMap(form);
  return /^\d{4,10}$/.test(authCode) ? { authCode } : undefined;
}

/** Named values, or for earlier accounts a list in the template's order. */
function readNoticeValues(form: URLSearchParams): unknown {
  if (!form.has('params')) return readMap(form);
  const params = readJson(form.get('params'));
  return Array.isArray(params) ? params : undefined;
}

function readMap(form: URLSearchParams): unknown {
  const map = readJson(form.get('paramMap'));
  return typeof map === 'object' && map !== null && !Array.isArray(map) ? map : undefined;
}

function codeOf({ params }: Taken['said']): unknown {
  return Object.values(params as Record<string, unknown>)[0];
}

function statusAnswer(taken: Taken | undefined) {
  if (!taken) return jsonAnswer({ code: 404, msg: 'no such sendid' });
  const item = { status: 1, mobile: taken.mobile, updatetime: taken.at.getTime() };
  return jsonAnswer({ code: 200, obj: [item] });
}

/** Verifies by the vendor's documentation, without the adapter's code. */
function findRequestFault({ method, headers }: SimulatorRequest, desk: Desk): string | undefined {
  if (method !== 'POST') return 'not a POST';
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return 'no form';
  if (headers.appkey !== appKey) return 'bad appkey';
  const { nonce = '', curtime = '', checksum } = headers;
  const expected = createHash('sha1')
    .update(appSecret + nonce + curtime, 'utf8')
    .digest('hex');
  if (nonce === '' || nonce.length > 128 || checksum !== expected) return 'bad checksum';
  const skew = Math.abs(desk.now().getTime() / 1000 - Number(curtime));
  return skew <= longestSkewSeconds ? undefined : 'bad curtime';
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
