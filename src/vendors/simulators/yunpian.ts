import type {
  Asked,
  CallbackRequest,
  Desk,
  Simulator,
  SimulatorAnswer,
  SimulatorRequest,
  Taken,
} from './simulator.ts';

const apikey = '9b11127a9701975c734b8aee81ee3526';
const templateId = '2860';
const maxPerPage = 100;

/** Yunpian, as documented. */
export const yunpianSimulator: Simulator = {
  vendor: 'yunpian',
  kind: 'sms',
  config: (url) => ({ apikey, endpoint: url }),
  form: { code: templateId },

  read(request, desk): Asked {
    const form = new URLSearchParams(request.body);
    const [code, because] = findRequestFault(request, form) ?? [];
    if (code) return { kind: 'refused', because: `${because}`, answer: refusal(code, because) };
    if (request.url.pathname === '/v2/sms/get_record.json') {
      return { kind: 'answer', answer: listRecords(form, desk) };
    }
    return readSend(form);
  },

  // The id exceeds JavaScript's safe integers, so it is written into the JSON as text.
  done: ({ id, mobile }) => ({
    status: 200,
    body: `{"code":0,"msg":"发送成功","count":1,"fee":0.05,"unit":"RMB","mobile":"${mobile}","sid":${id}}`,
  }),
  rejected: (code = '4') => refusal(Number(code), 'refused'),
  receipt: receiptOf,
  // Receipts are unsigned, so anyone can forge one.
  forged: (taken, desk) => receiptOf({ ...taken, state: 'delivered' }, desk),
};

type Fault = readonly [code: number, because: string];

function findRequestFault(
  { method, url, headers }: SimulatorRequest,
  form: URLSearchParams,
): Fault | undefined {
  if (method !== 'POST') return [11, 'no GET'];
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return [2, 'no form'];
  }
  if (!form.has('apikey')) return [1, 'apikey is missing'];
  if (form.get('apikey') !== apikey) return [-1, 'bad apikey'];
  const paths = ['/v2/sms/tpl_single_send.json', '/v2/sms/get_record.json'];
  return paths.includes(url.pathname) ? undefined : [-2, 'no such interface'];
}

function readSend(form: URLSearchParams): Asked {
  const fault = findSendFault(form);
  if (fault) return { kind: 'refused', because: fault[1], answer: refusal(...fault) };
  return {
    kind: 'do',
    taking: {
      kind: 'message',
      reference: form.get('uid'),
      mobile: form.get('mobile'),
      said: { tpl_id: templateId, values: readValues(form.get('tpl_value') ?? '') },
      callbackUrl: form.get('callback_url'),
    },
  };
}

function findSendFault(form: URLSearchParams): Fault | undefined {
  const missing = ['mobile', 'tpl_id', 'tpl_value'].find((name) => !form.has(name));
  if (missing) return [1, `${missing} is missing`];
  if (!/^(1\d{10}|\+[1-9]\d{5,14})$/.test(form.get('mobile') ?? '')) return [56, 'bad mobile'];
  if (form.get('tpl_id') !== templateId) return [7, 'no such template'];
  const values = Object.entries(readValues(form.get('tpl_value') ?? ''));
  if (!values.every(([name, value]) => /^#[^#]+#$/.test(name) && value)) {
    return [58, 'bad tpl_value'];
  }
  return (form.get('uid') ?? '').length > 256 ? [48, 'uid is too long'] : undefined;
}

function readValues(text: string): Record<string, string> {
  const pairs = text.split('&').map((pair) => pair.split('=').map(decodeURIComponent));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

/** The messages to a number in a period, newest first, in pages. */
function listRecords(form: URLSearchParams, desk: Desk): SimulatorAnswer {
  const [from = '', to = '', mobile] = ['start_time', 'end_time', 'mobile'].map((name) =>
    form.get(name),
  );
  if (!from || !to) return refusal(1, 'start_time and end_time are required');
  const size = Math.min(Number(form.get('page_size') ?? 20), maxPerPage);
  const start = (Number(form.get('page_num') ?? 1) - 1) * size;
  const rows = desk.taken.filter(
    (taken) =>
      (!mobile || taken.mobile === mobile) && shown(taken.at) >= from && shown(taken.at) <= to,
  );
  const page = rows.reverse().slice(start, start + size);
  return { status: 200, body: `[${page.map(recordOf).join(',')}]` };
}

function recordOf(taken: Taken): string {
  const reports: Partial<Record<Taken['state'], string>> = {
    delivered: 'SUCCESS',
    undelivered: 'FAIL',
  };
  return JSON.stringify({
    sid: taken.id,
    mobile: taken.mobile,
    send_time: shown(taken.at),
    text: '【云片网】…',
    send_status: 'SUCCESS',
    report_status: reports[taken.state] ?? 'UNKNOWN',
    fee: 1,
    user_receive_time: taken.state === 'delivered' ? shown(taken.at) : null,
    error_msg: taken.state === 'undelivered' ? 'MK:0001' : '',
    uid: taken.reference,
  });
}

function receiptOf(taken: Taken, desk: Desk): CallbackRequest {
  const isDelivered = taken.state === 'delivered';
  const item = JSON.stringify({
    error_detail: isDelivered ? '接收成功' : '空号',
    sid: 0,
    uid: taken.reference,
    user_receive_time: shown(desk.now()),
    error_msg: isDelivered ? 'DELIVRD' : 'MK:0001',
    mobile: taken.mobile,
    report_status: isDelivered ? 'SUCCESS' : 'FAIL',
  });
  const items = `[${item.replace('"sid":0', `"sid":${taken.id}`)}]`;
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: `sms_status=${encodeURIComponent(items)}`,
  };
}

/** The vendor uses UTC+8. */
function shown(time: Date): string {
  const ahead = new Date(time.getTime() + 8 * 3_600_000);
  return ahead.toISOString().slice(0, 19).replace('T', ' ');
}

function refusal(code: number, detail = ''): SimulatorAnswer {
  return {
    status: 400,
    body: JSON.stringify({ http_status_code: 400, code, msg: 'refused', detail }),
  };
}
