import type { Asked, CallbackRequest, Desk, Simulator, Taken } from './simulator.ts';
import {
  findGatewayFault,
  readFields,
  type TencentFault,
  tencentAnswer,
  tencentRefusal,
  tencentSecretId,
  tencentSecretKey,
} from './tencent-gateway.ts';

const sdkAppId = '1400006666';
const templateId = '1110';
const signName = 'Example';
/** The template is a verification code template with one value. */
const valuesOfTemplate = 1;
const longestContext = 512;
const recordHours = 72;
const reportHours = 7 * 24;

/** Tencent Cloud SMS, as documented. */
export const tencentSmsSimulator: Simulator = {
  vendor: 'tencent-sms',
  kind: 'sms',
  config: (url) => ({
    secretId: tencentSecretId,
    secretKey: tencentSecretKey,
    sdkAppId,
    endpoint: url,
  }),
  form: { code: templateId, signature: signName },

  read(request, desk): Asked {
    const fault = findGatewayFault(request, desk, { service: 'sms', version: '2021-01-11' });
    if (fault) return refused(fault);
    const fields = readFields(request.body);
    if (!fields) return refused(['InvalidParameter', 'the body is no JSON object']);
    if (!request.headers['x-tc-region']) return refused(['MissingParameter', 'no region']);
    switch (request.headers['x-tc-action']) {
      case 'SendSms':
        return readSend(fields);
      case 'DescribeSendRecordList':
        return listRecords(fields, desk);
      case 'PullSmsSendStatusByPhoneNumber':
        return listReports(fields, desk);
      default:
        return refused(['InvalidAction', 'no such action']);
    }
  },

  done: (taken) => tencentAnswer({ SendStatusSet: [sendStatus(taken, 'Ok', 'send success')] }),

  rejected(code = 'FailedOperation.ContainSensitiveWord') {
    // An error about one number is reported per number, inside a response that looks successful.
    if (!/^(FailedOperation|LimitExceeded|InvalidParameterValue|UnsupportedOperation)\./.test(code))
      return tencentRefusal([code, 'refused']);
    return tencentAnswer({ SendStatusSet: [sendStatus(undefined, code, 'refused')] });
  },

  receipt: (taken, desk) => receiptOf(taken, desk),
  forged: (taken, desk) => receiptOf({ ...taken, state: 'delivered' }, desk),
};

function sendStatus(taken: Taken | undefined, code: string, message: string) {
  return {
    SerialNo: taken?.id ?? '',
    PhoneNumber: taken?.mobile ?? '',
    Fee: taken ? 1 : 0,
    SessionContext: taken?.reference ?? '',
    Code: code,
    Message: message,
    IsoCode: 'CN',
  };
}

function refused(fault: TencentFault): Asked {
  return { kind: 'refused', because: fault.join(': '), answer: tencentRefusal(fault) };
}

function readSend(fields: Record<string, unknown>): Asked {
  const { PhoneNumberSet: numbers, TemplateParamSet: values = [], SessionContext } = fields;
  if (!isTexts(numbers) || numbers.length === 0) {
    return refused(['MissingParameter.EmptyPhoneNumberSet', 'no numbers']);
  }
  if (fields.SmsSdkAppId !== sdkAppId) {
    return refused(['UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'not your application']);
  }
  if (SessionContext !== undefined && String(SessionContext).length >= longestContext) {
    return refused(['InvalidParameterValue', 'SessionContext is too long']);
  }
  const [mobile = ''] = numbers;
  const fault = findMessageFault(fields, mobile, isTexts(values) ? values : []);
  if (fault) {
    const answer = tencentAnswer({ SendStatusSet: [sendStatus(undefined, ...fault)] });
    return { kind: 'refused', because: fault.join(': '), answer };
  }
  return {
    kind: 'do',
    taking: {
      kind: 'message',
      reference: typeof SessionContext === 'string' ? SessionContext : null,
      mobile,
      said: { TemplateId: templateId, SignName: fields.SignName, TemplateParamSet: values },
      callbackUrl: null,
    },
  };
}

function findMessageFault(
  { TemplateId, SignName }: Record<string, unknown>,
  mobile: string,
  values: readonly string[],
): TencentFault | undefined {
  const isMainland = mobile.startsWith('+86');
  if (!/^\+[1-9]\d{6,14}$/.test(mobile) || (isMainland && !/^\+861[3-9]\d{9}$/.test(mobile))) {
    return ['InvalidParameterValue.IncorrectPhoneNumber', 'no such number'];
  }
  if (TemplateId !== templateId) {
    return ['FailedOperation.TemplateUnapprovedOrNotExist', 'no such template'];
  }
  if (isMainland ? SignName !== signName : (SignName ?? signName) !== signName) {
    return ['FailedOperation.SignatureIncorrectOrUnapproved', 'no such signature'];
  }
  if (values.length !== valuesOfTemplate) {
    return ['FailedOperation.TemplateParamSetNotMatchApprovedTemplate', 'wrong number of values'];
  }
  if (!values.every((value) => /^\d{0,6}$/.test(value))) {
    return ['InvalidParameterValue.TemplateParameterFormatError', 'at most 6 digits'];
  }
  return undefined;
}

function listRecords(fields: Record<string, unknown>, desk: Desk): Asked {
  const { Limit: limit, Offset: offset } = fields;
  if (!isBetween(limit, 1, 50)) return refused(['InvalidParameterValue.LimitVerifyFail', 'Limit']);
  if (!isBetween(offset, 0, 1000)) {
    return refused(['InvalidParameterValue.OffsetVerifyFail', 'Offset']);
  }
  if (Number(fields.EndTime ?? 0) > secondsOf(desk.now())) {
    return refused(['InvalidParameterValue.EndTimeVerifyFail', 'EndTime is in the future']);
  }
  const found = findTaken(fields, desk, recordHours);
  if ('fault' in found) return refused(found.fault);
  const rows = found.taken.map((taken) => ({
    PhoneNumber: taken.mobile,
    SerialNo: taken.id,
    SendStatus: { delivered: 2, undelivered: 4 }[taken.state as string] ?? 3,
    RequestCode: 'Ok',
    StatusCode: reportCodes[taken.state] ?? '',
    IsoCode: 'CN',
    Content: '******',
    SendTime: secondsOf(taken.at),
    UserReceiveTime: taken.state === 'delivered' ? secondsOf(taken.at) : 0,
  }));
  const page = rows.slice(offset as number, (offset as number) + (limit as number));
  return {
    kind: 'answer',
    answer: tencentAnswer({ SendRecordSet: page, TotalCount: rows.length }),
  };
}

function listReports(fields: Record<string, unknown>, desk: Desk): Asked {
  const { Limit: limit, Offset: offset } = fields;
  if (!isBetween(limit, 1, 100)) return refused(['InvalidParameterValue.LimitVerifyFail', 'Limit']);
  if (offset !== 0) return refused(['InvalidParameterValue.OffsetVerifyFail', 'Offset']);
  const found = findTaken(fields, desk, reportHours);
  if ('fault' in found) return refused(found.fault);
  // Only messages with a carrier report are listed.
  const rows = found.taken
    .filter((taken) => taken.state === 'delivered' || taken.state === 'undelivered')
    .map((taken) => ({
      UserReceiveTime: secondsOf(taken.at),
      CountryCode: '86',
      SubscriberNumber: taken.mobile?.replace('+86', ''),
      PhoneNumber: taken.mobile,
      SerialNo: taken.id,
      ReportStatus: taken.state === 'delivered' ? 'SUCCESS' : 'FAIL',
      Description: reportWords[taken.state],
      SessionContext: taken.reference ?? '',
    }));
  const page = rows.slice(0, limit as number);
  return { kind: 'answer', answer: tencentAnswer({ PullSmsSendStatusSet: page }) };
}

const reportCodes: Partial<Record<Taken['state'], string>> = {
  delivered: 'DELIVRD',
  undelivered: 'UNDELIV',
};

const reportWords: Partial<Record<Taken['state'], string>> = {
  delivered: '用户短信送达成功',
  undelivered: '用户短信送达失败',
};

/** The messages to a number in the requested period, which by default ends now. */
function findTaken(
  { PhoneNumber, SmsSdkAppId, BeginTime, EndTime }: Record<string, unknown>,
  desk: Desk,
  hours: number,
): { taken: Taken[] } | { fault: TencentFault } {
  const now = secondsOf(desk.now());
  const [begin, end] = [Number(BeginTime), Number(EndTime ?? now)];
  if (SmsSdkAppId !== sdkAppId) {
    return { fault: ['UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'not your application'] };
  }
  if (!(begin >= now - hours * 3600)) {
    return { fault: ['InvalidParameterValue.BeginTimeVerifyFail', 'BeginTime'] };
  }
  if (!(end > begin)) return { fault: ['InvalidParameterValue.EndTimeVerifyFail', 'EndTime'] };
  const isAsked = (taken: Taken) =>
    taken.mobile === PhoneNumber && secondsOf(taken.at) >= begin && secondsOf(taken.at) <= end;
  return { taken: desk.taken.filter(isAsked) };
}

function receiptOf(taken: Taken, desk: Desk): CallbackRequest {
  const isDelivered = taken.state === 'delivered';
  const beijing = new Date(desk.now().getTime() + 8 * 3_600_000).toISOString();
  const receipt = {
    user_receive_time: beijing.slice(0, 19).replace('T', ' '),
    nationcode: '86',
    mobile: taken.mobile?.replace('+86', ''),
    report_status: isDelivered ? 'SUCCESS' : 'FAIL',
    errmsg: reportCodes[taken.state] ?? '',
    description: reportWords[taken.state],
    sid: taken.id,
    // Only for accounts that ordered it, as this one did.
    ...(taken.reference ? { ext: taken.reference } : {}),
  };
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify([receipt]) };
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isBetween(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}
