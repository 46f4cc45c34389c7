import { type Acs3Gate, acs3Answer, passAcs3 } from './acs3-verifier.ts';
import type {
  Asked,
  CallbackRequest,
  Desk,
  Simulator,
  SimulatorAnswer,
  Taken,
} from './simulator.ts';

const gate: Acs3Gate = {
  accessKeyId: 'LTAI5tSimulatorAccessKeyId',
  accessKeySecret: 'simulator-access-key-secret',
  version: '2017-05-25',
  actions: ['SendSms', 'QuerySendDetails'],
};
const templateCode = 'SMS_154950909';
const signName = '示例科技';
const variables = ['code'];
const maxPhones = 1000;
const recordDays = 30;

/** Alibaba Cloud SMS, as documented. */
export const alibabaSmsSimulator: Simulator = {
  vendor: 'alibaba-sms',
  kind: 'sms',
  config: (url) => ({
    accessKeyId: gate.accessKeyId,
    accessKeySecret: gate.accessKeySecret,
    endpoint: url,
  }),
  form: { code: templateCode, signature: signName },

  read(request, desk): Asked {
    const asked = passAcs3(request, desk, gate);
    if ('kind' in asked) return asked;
    if (asked.action === 'SendSms') return readSend(asked.parameters);
    return { kind: 'answer', answer: listRecords(asked.parameters, desk) };
  },

  done: ({ id }) => acs3Answer('OK', { BizId: id }),
  rejected: (code = 'isv.BUSINESS_LIMIT_CONTROL') => acs3Answer(code),
  receipt: (taken) => report(taken),
  // Receipts are unsigned, so a forged one looks like the vendor's.
  forged: (taken) => report({ ...taken, state: 'delivered' }),
};

function readSend(given: URLSearchParams): Asked {
  const phones = (given.get('PhoneNumbers') ?? '').split(',');
  const values = readJson(given.get('TemplateParam'));
  const code = findMessageFault(given, phones, values);
  if (code) return { kind: 'refused', because: code, answer: acs3Answer(code) };
  return {
    kind: 'do',
    taking: {
      kind: 'message',
      reference: given.get('OutId'),
      mobile: phones.join(','),
      said: { SignName: signName, TemplateCode: templateCode, TemplateParam: values },
      callbackUrl: null,
    },
  };
}

function findMessageFault(
  given: URLSearchParams,
  phones: string[],
  values: unknown,
): string | undefined {
  if (phones.length > maxPhones) return 'isv.MOBILE_COUNT_OVER_LIMIT';
  if (!phones.every((phone) => isPhone(phone))) return 'isv.MOBILE_NUMBER_ILLEGAL';
  if (given.get('SignName') !== signName) return 'isv.SMS_SIGNATURE_ILLEGAL';
  if (given.get('TemplateCode') !== templateCode) return 'isv.SMS_TEMPLATE_ILLEGAL';
  if (typeof values !== 'object' || values === null) return 'isv.INVALID_JSON_PARAM';
  const entries = Object.entries(values);
  if (!entries.every(([, value]) => typeof value === 'string')) return 'isv.INVALID_JSON_PARAM';
  if (!variables.every((name) => Object.hasOwn(values, name))) {
    return 'isv.TEMPLATE_MISSING_PARAMETERS';
  }
  if (entries.some(([, value]) => /https?:/.test(String(value))))
    return 'isv.PARAM_NOT_SUPPORT_URL';
  return undefined;
}

/** A mainland number of 11 digits, with or without 86, or another country's code and number. */
function isPhone(phone: string): boolean {
  return (
    /^((\+|00)?86)?1[3-9]\d{9}$/.test(phone) || /^(?!86|1[3-9]\d{9}$)[1-9]\d{6,14}$/.test(phone)
  );
}

/** A number's messages of one day, newest first. */
function listRecords(given: URLSearchParams, desk: Desk): SimulatorAnswer {
  const day = given.get('SendDate') ?? '';
  const pageSize = Number(given.get('PageSize'));
  const page = Number(given.get('CurrentPage'));
  const oldest = new Date(desk.now().getTime() - recordDays * 86_400_000);
  if (!/^\d{8}$/.test(day) || day < dayOf(oldest)) return acs3Answer('isv.INVALID_PARAMETERS');
  if (!(pageSize >= 1 && pageSize <= 50 && page >= 1)) return acs3Answer('isv.INVALID_PARAMETERS');
  const bizId = given.get('BizId');
  const found = desk.taken
    .filter(({ mobile, at, id }) => {
      const isListed = mobile?.split(',').includes(given.get('PhoneNumber') ?? '');
      return isListed && dayOf(at) === day && (bizId === null || bizId === id);
    })
    .toReversed();
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  return acs3Answer('OK', {
    TotalCount: String(found.length),
    SmsSendDetailDTOs: { SmsSendDetailDTO: shown.map(recordOf) },
  });
}

function recordOf({ mobile, state, at, reference }: Taken) {
  const status = { accepted: 1, undelivered: 2, delivered: 3 }[state as string];
  const errCode = { undelivered: 'MOBILE_NOT_ON_SERVICE', delivered: 'DELIVERED' }[state as string];
  return {
    PhoneNum: mobile,
    SendStatus: status,
    ...(errCode ? { ErrCode: errCode, ReceiveDate: timeOf(at) } : {}),
    TemplateCode: templateCode,
    Content: `【${signName}】`,
    SendDate: timeOf(at),
    ...(reference ? { OutId: reference } : {}),
  };
}

function report({ id, mobile, reference, state, at }: Taken): CallbackRequest {
  const success = state === 'delivered';
  const item = {
    phone_number: mobile,
    send_time: timeOf(at),
    report_time: timeOf(at),
    success,
    err_code: success ? 'DELIVERED' : 'MOBILE_NOT_ON_SERVICE',
    err_msg: success ? '用户接收成功' : '停机、空号、暂停服务、关机、不在服务区',
    sms_size: '1',
    biz_id: id,
    ...(reference ? { out_id: reference } : {}),
  };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=utf-8' },
    body: JSON.stringify([item]),
  };
}

/** The vendor uses China time. */
function timeOf(time: Date): string {
  const there = new Date(time.getTime() + 8 * 3_600_000).toISOString();
  return there.slice(0, 19).replace('T', ' ');
}

function dayOf(time: Date): string {
  return timeOf(time).slice(0, 10).replaceAll('-', '');
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
