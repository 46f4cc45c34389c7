import { createHash } from 'node:crypto';
import {
  type Asked,
  type CallbackRequest,
  type Desk,
  jsonAnswer,
  type Simulator,
  type SimulatorAnswer,
  type SimulatorRequest,
  type Taken,
} from './simulator.ts';

const publicKey = 'ucloud-simulator-public-key';
const privateKey = 'ucloud-simulator-private-key';
const signature = '示例科技';
const templateId = 'UTA190613BPBA24';
/** The template has one variable. */
const valuesOfTemplate = 1;
const longestUserId = 32;

/** UCloud USMS, as documented. */
export const ucloudSmsSimulator: Simulator = {
  vendor: 'ucloud-sms',
  kind: 'sms',
  config: (url) => ({ publicKey, privateKey, projectId: 'org-simulator', endpoint: url }),
  form: { code: templateId, signature },
  idOf: (digits) => `d0${digits.slice(2, 8)}-0fc3-${digits.slice(8, 12)}-9f73-${digits.slice(-12)}`,

  read(request, desk): Asked {
    const form = new URLSearchParams(request.body);
    const code = findGatewayFault(request, form);
    if (code) return refused(code);
    if (form.get('Action') === 'SendUSMSMessage') return readSend(form);
    return { kind: 'answer', answer: listReceipts(form, desk) };
  },

  done: ({ id }) => answer('SendUSMSMessage', { SessionNo: id, Message: 'Send success' }),
  rejected: (code = '18014') => refusal(code),
  receipt: receiptOf,
  // Receipts are unsigned, so anyone can forge one.
  forged: (taken) => receiptOf({ ...taken, state: 'delivered' }),
};

function findGatewayFault({ method }: SimulatorRequest, form: URLSearchParams): string | undefined {
  const action = form.get('Action');
  if (method !== 'POST' || !action) return '160';
  if (!['SendUSMSMessage', 'GetUSMSSendReceipt'].includes(action)) return '161';
  const given = form.get('Signature');
  if (!given) return '170';
  if (form.get('PublicKey') !== publicKey) return '172';
  const signed = [...form]
    .filter(([name]) => name !== 'Signature')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${signed.flat().join('')}${privateKey}`;
  if (createHash('sha1').update(text).digest('hex') !== given) return '171';
  return form.get('ProjectId') === 'org-simulator' ? undefined : '292';
}

function readSend(form: URLSearchParams): Asked {
  const mobile = form.get('PhoneNumbers.0') ?? '';
  const values = [...form].filter(([name]) => /^TemplateParams\.\d+$/.test(name));
  const code = findSendFault(form, mobile, values.length);
  if (code) return refused(code);
  const TemplateParams = values.map(([, value]) => value);
  return {
    kind: 'do',
    taking: {
      ...{ kind: 'message', reference: form.get('UserId'), mobile, callbackUrl: null },
      said: { SigContent: signature, TemplateId: templateId, TemplateParams },
    },
  };
}

function findSendFault(form: URLSearchParams, mobile: string, values: number): string | undefined {
  if (!mobile || !form.get('TemplateId')) return '18001';
  if ((form.get('UserId') ?? '').length > longestUserId) return '18003';
  if (form.get('SigContent') !== signature) return '18016';
  if (form.get('TemplateId') !== templateId) return '18017';
  if (values !== valuesOfTemplate) return '18018';
  return /^(1[3-9]\d{9}|\([1-9]\d{0,3}\)\d{4,14})$/.test(mobile) ? undefined : '18014';
}

function listReceipts(form: URLSearchParams, desk: Desk): SimulatorAnswer {
  const ids = [...form].filter(([name]) => /^SessionNoSet\.\d+$/.test(name)).map(([, id]) => id);
  if (ids.length === 0) return refusal('18001');
  const Data = ids.flatMap((id) => {
    const taken = desk.find(id);
    return taken ? [{ SessionNo: id, ReceiptSet: [receiptFields(taken)] }] : [];
  });
  return answer('GetUSMSSendReceipt', { Data, Message: '' });
}

function receiptFields({ mobile, state, at, reference }: Taken) {
  const words: Record<string, [result: string, code: string, words: string]> = {
    delivered: ['发送成功', 'Delivrd', '用户接收成功'],
    undelivered: ['发送失败', 'MK:0001', '空号'],
  };
  const [ReceiptResult, ReceiptCode, ReceiptDesc] = words[state] ?? ['状态未知', '', ''];
  const ReceiptTime = Math.floor(at.getTime() / 1000);
  const facts = { Phone: mobile, CostCount: 1, ReceiptTime, UserId: reference ?? '' };
  return { ...facts, ReceiptResult, ReceiptCode, ReceiptDesc };
}

function receiptOf(taken: Taken): CallbackRequest {
  const Data = [{ SessionNo: taken.id, ...receiptFields(taken) }];
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify({ MsgType: 2, Data }) };
}

function refused(code: string): Asked {
  return { kind: 'refused', because: code, answer: refusal(code) };
}

/** Errors come with HTTP 200. */
function refusal(code: string): SimulatorAnswer {
  return jsonAnswer({ RetCode: Number(code), Message: `refused: ${code}` });
}

function answer(action: string, fields: object): SimulatorAnswer {
  return jsonAnswer({ RetCode: 0, Action: `${action}Response`, ...fields });
}
