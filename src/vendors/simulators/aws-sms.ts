import { createHash, createHmac, randomUUID, sign, timingSafeEqual } from 'node:crypto';
import {
  type Asked,
  type CallbackRequest,
  type Desk,
  type HttpSimulator,
  jsonAnswer,
  type SimulatorRequest,
  type Taken,
} from './simulator.ts';

const accessKeyId = 'AKIAIOSFODNN7EXAMPLE';
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const region = 'eu-west-1';
const sender = 'EXAMPLE';
const configurationSet = 'countersign';
const topicArn = `arn:aws:sns:${region}:123456789012:sms-events`;
const token = '2336412f37fb687f5d51e6e2425dacbbaf8dc7c5f5';
const certificatePath = '/SimpleNotificationService-7506a1e35b36ef5a444dd1a8e7cc3ed8.pem';

/** SendTextMessage of AWS End User Messaging SMS, and the part of Amazon SNS that delivers its events, as documented. */
export const awsSmsSimulator: HttpSimulator = {
  vendor: 'aws-sms',
  kind: 'sms',
  config: (url) => ({
    ...{ accessKeyId, secretAccessKey, region, sender, configurationSet, topicArn },
    endpoint: url,
  }),
  idOf: (digits) => `862a8790-60c0-4430-${digits.slice(0, 4)}-${digits.slice(-12)}`,

  read(request, desk): Asked {
    const { method, url, headers } = request;
    if (method === 'GET') return readSnsRequest(url);
    const fault = findSignatureFault(request, desk.now());
    if (fault) return refused(fault, 'the request is not signed by a known key', 403);
    if (headers['x-amz-target'] !== 'PinpointSMSVoiceV2.SendTextMessage') {
      return refused('UnknownOperationException', 'no such operation');
    }
    return readSend(request);
  },

  done: ({ id }) => ({ ...jsonAnswer({ MessageId: id }), headers: jsonType }),
  rejected(code = 'ConflictException.DESTINATION_PHONE_NUMBER_OPTED_OUT') {
    const [type = '', reason] = code.split('.');
    return failure(type, 'refused', /Internal|Unavailable/.test(type) ? 500 : 400, reason);
  },
  // Without a configuration set, events go nowhere.
  receipt: (taken, desk) =>
    taken.said.hasEvents === false ? null : notify(eventOf(taken, desk), desk),
  forged: (taken, desk) => {
    const said = notify(eventOf({ ...taken, state: 'delivered' }, desk), desk);
    return { ...said, body: said.body.replace('"Signature":"', '"Signature":"AAAA') };
  },
};

/** What SNS sends when the operator subscribes the callback URL to the topic. */
export function awsSubscription({ url }: Pick<Desk, 'url'>): CallbackRequest {
  const query = new URLSearchParams({
    ...{ Action: 'ConfirmSubscription', TopicArn: topicArn, Token: token },
  });
  return signMessage(url, 'SubscriptionConfirmation', {
    Message: `You have chosen to subscribe to the topic ${topicArn}.\nTo confirm, visit the SubscribeURL.`,
    SubscribeURL: `${url}/?${query}`,
    Token: token,
  });
}

const jsonType = { 'content-type': 'application/x-amz-json-1.0' };

/** Verifies Signature Version 4 by its documentation: whatever headers the client signed, in the form it sent. */
function findSignatureFault(request: SimulatorRequest, now: Date): string | undefined {
  const { method, url, headers, body } = request;
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day = '', place = '', service = '', names = '', given = ''] =
    form.exec(headers.authorization ?? '') ?? [];
  if (id === undefined) return 'MissingAuthenticationTokenException';
  if (id !== accessKeyId) return 'UnrecognizedClientException';
  const time = headers['x-amz-date'] ?? '';
  const sentAt = Date.parse(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const isInTime = Math.abs(now.getTime() - sentAt) <= 15 * 60_000;
  const signed = names.split(';');
  const mustSign = ['host', 'x-amz-date', 'x-amz-target'].every((name) => signed.includes(name));
  if (!isInTime || !mustSign || place !== region || service !== 'sms-voice') {
    return 'InvalidSignatureException';
  }
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
  const canonical = [
    ...[method, url.pathname, url.search.slice(1)],
    ...signed.map((name) => `${name}:${headers[name]?.trim().replace(/ +/g, ' ') ?? ''}`),
    ...['', names, digest(body)],
  ].join('\n');
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/${service}/aws4_request\n${digest(canonical)}`;
  const mac = (key: string | Buffer, data: string) =>
    createHmac('sha256', key).update(data).digest();
  const dayKey = mac(`AWS4${secretAccessKey}`, day);
  const expected = mac(mac(mac(mac(dayKey, region), service), 'aws4_request'), text);
  const isRight = timingSafeEqual(expected, Buffer.from(given, 'hex'));
  return isRight ? undefined : 'InvalidSignatureException';
}

/** The limits are those of botocore 1.43.107, pinpoint-sms-voice-v2 service-2.json (2026-11-17). */
function readSend({ headers, body }: SimulatorRequest): Asked {
  if (headers['content-type'] !== 'application/x-amz-json-1.0') {
    return refused('SerializationException', 'no JSON');
  }
  const sent = JSON.parse(body) as Record<string, unknown>;
  const { DestinationPhoneNumber: mobile, MessageBody: text, Context: context = {} } = sent;
  const ttl = Number(sent.TimeToLive ?? 259_200);
  if (!/^\+?[1-9]\d{1,18}$/.test(`${mobile}`)) return invalid('DestinationPhoneNumber');
  if (typeof text !== 'string' || text.trim() === '' || text.length > 1_600)
    return invalid('MessageBody');
  if (!(ttl >= 5 && ttl <= 259_200)) return invalid('TimeToLive');
  if (!['TRANSACTIONAL', 'PROMOTIONAL', undefined].includes(sent.MessageType as string)) {
    return invalid('MessageType');
  }
  const entries = Object.entries(context as Record<string, unknown>);
  const isContext = entries.every(
    ([name, value]) => /^\S{1,100}$/.test(name) && /^(?!\s)[\s\S]{1,800}(?<!\s)$/.test(`${value}`),
  );
  if (!isContext || entries.length > 5) return invalid('Context');
  const set = sent.ConfigurationSetName;
  if (sent.OriginationIdentity !== sender || (set !== undefined && set !== configurationSet)) {
    return refused('ResourceNotFoundException', 'no such identity or configuration set');
  }
  const { reference = null } = context as { reference?: string };
  return {
    kind: 'do',
    taking: {
      ...{ kind: 'message', reference, mobile: `${mobile}`, callbackUrl: null },
      said: { text, MessageType: sent.MessageType, hasEvents: set !== undefined },
    },
  };
}

/** The certificate, and the confirmation of a subscription. */
function readSnsRequest({ pathname, searchParams }: URL): Asked {
  if (pathname === certificatePath) {
    return { kind: 'answer', answer: { status: 200, body: certificate } };
  }
  const isConfirmed =
    searchParams.get('Action') === 'ConfirmSubscription' &&
    searchParams.get('TopicArn') === topicArn &&
    searchParams.get('Token') === token;
  const body = '<ConfirmSubscriptionResponse/>';
  if (pathname === '/' && isConfirmed) return { kind: 'answer', answer: { status: 200, body } };
  return refused('NotFound', 'no such resource', 404);
}

function eventOf({ id, mobile, reference, state }: Taken, { now }: Desk): object {
  const status = state === 'undelivered' ? 'UNREACHABLE' : 'DELIVERED';
  return {
    eventType: `TEXT_${status}`,
    eventVersion: '1.0',
    eventTimestamp: now().getTime(),
    isFinal: true,
    originationPhoneNumber: sender,
    destinationPhoneNumber: mobile,
    isoCountryCode: 'CN',
    messageId: id,
    messageRequestTimestamp: now().getTime(),
    messageEncoding: 'Unicode',
    messageType: 'TRANSACTIONAL',
    messageStatus: status,
    messageStatusDescription: 'Message has been accepted by phone',
    context: reference ? { reference } : {},
    totalMessageParts: 1,
    totalMessagePrice: 0.00581,
    totalCarrierFee: 0.003,
  };
}

function notify(event: object, { url }: Desk): CallbackRequest {
  return signMessage(url, 'Notification', { Message: JSON.stringify(event) });
}

/** Signed over names and values, each on a line of its own, in the order of the names. */
function signMessage(url: string, type: string, fields: Record<string, string>): CallbackRequest {
  const message: Record<string, string> = {
    ...{ Type: type, MessageId: randomUUID(), TopicArn: topicArn },
    ...{ Timestamp: new Date().toISOString(), ...fields },
  };
  const names = Object.keys(message).sort();
  const text = names.map((name) => `${name}\n${message[name]}\n`).join('');
  const body = JSON.stringify({
    ...message,
    SignatureVersion: '2',
    Signature: sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64'),
    SigningCertURL: `${url}${certificatePath}`,
  });
  const headers = { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': type };
  return { method: 'POST', headers, body };
}

function invalid(field: string): Asked {
  return refused('ValidationException', field, 400, 'INVALID_PARAMETER');
}

function refused(type: string, detail: string, status = 400, reason?: string): Asked {
  return {
    kind: 'refused',
    because: `${type}: ${detail}`,
    answer: failure(type, detail, status, reason),
  };
}

function failure(type: string, detail: string, status: number, reason?: string) {
  const body = { __type: `com.amazonaws.pinpointsmsvoicev2#${type}`, Message: detail };
  return {
    ...jsonAnswer({ ...body, ...(reason ? { Reason: reason } : {}) }, status),
    headers: jsonType,
  };
}

/** A certificate that nobody trusts. Its key protects nothing. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIDGzCCAgOgAwIBAgIUbpdIsokFjlCoA/RgFDsF6taNA5YwDQYJKoZIhvcNAQEL
BQAwHDEaMBgGA1UEAwwRc25zLmFtYXpvbmF3cy5jb20wIBcNMjYxMTE3MDcwMjM5
WhgPMjEyNjEwMjQwNzAyMzlaMBwxGjAYBgNVBAMMEXNucy5hbWF6b25hd3MuY29t
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0QlnIPqtNkDb71zbKu19
HAI5xT4+I19jUZYpqyGqyS5GkrIL4gQprN0E8SOUWc5L2/PbG1fNaUPFZ9TikKok
Bru+g9RfnI7wlU3KxBhIrZQfxgfCp3vPyJ9jqryjnT6ynYFw6PIvx0FXa/c1Jq4H
/H9yVPJR+XGs+vTRpI9D9aESeA+Gp4tNi+mjsYGL2hDnrSv7Fd+8rlGCHOFIMnrM
OsefX8gGfp0x+y+GdDzdq8NJAQG5IW/cJ64/ejc3+JAobmLrwdGYARuWzwOeqKEo
wBlVL8U+etzB71AB+mwVHBKUeBkMM/pafvezCRa8zA5qBMf4T5DRnuXcKrZF4S6R
bwIDAQABo1MwUTAdBgNVHQ4EFgQUlH8OImhfIF7W5pTEKm7+GAIYNlYwHwYDVR0j
BBgwFoAUlH8OImhfIF7W5pTEKm7+GAIYNlYwDwYDVR0TAQH/BAUwAwEB/zANBgkq
hkiG9w0BAQsFAAOCAQEAcgy/wjVCtpZ+6tnzd7KMDO1QzTuJI04STGCNQySbJ37W
bJikFhsgZ0cMr7Yg8fdVtNxXshUdIE76gmlb20XQOQUJ1MRHRoUD+2QByUqaxV+l
fEc72ohhXzKG+kuKjRYiB1WoocGo2ExchcG+8ZLQ/5/6QQzHPWgiTxX4xZ1T/EAH
tEfrvkO9GpGa+dIHJTxWfOz+wdrummLwI9U1lcUdeqNv47whZ6yf3ENCX10PLc2i
m1R+FBaBmWHX7mDqzymZYRQ3rAnbZnJPi6B9eJguUH+sl44povRpCM3rEVkKPk6I
YQ9tpD3ooSBxJXCz3l4CCcnRGq3mKN2bW4QOV13EGw==
-----END CERTIFICATE-----`;

const privateKey = `-----BEGIN PRIVATE KEY-----
MIIEvwIBADANBgkqhkiG9w0BAQEFAASCBKkwggSlAgEAAoIBAQDRCWcg+q02QNvv
XNsq7X0cAjnFPj4jX2NRlimrIarJLkaSsgviBCms3QTxI5RZzkvb89sbV81pQ8Vn
1OKQqiQGu76D1F+cjvCVTcrEGEitlB/GB8Kne8/In2OqvKOdPrKdgXDo8i/HQVdr
9zUmrgf8f3JU8lH5caz69NGkj0P1oRJ4D4ani02L6aOxgYvaEOetK/sV37yuUYIc
4Ugyesw6x59fyAZ+nTH7L4Z0PN2rw0kBAbkhb9wnrj96Nzf4kChuYuvB0ZgBG5bP
A56ooSjAGVUvxT563MHvUAH6bBUcEpR4GQwz+lp+97MJFrzMDmoEx/hPkNGe5dwq
tkXhLpFvAgMBAAECggEAO0IJoME/aiJf1s7BeL1jWpXM77vx3JA1dRL3FALSyf5a
1kov8S4R7GWpeXyHGSBQw/Uwt2MgIYerRgCFC9KXrOr7Gp8RTa39yK2JXiauL7rO
eRKJHXaNVEfO9r9MOI7mDp17tyW04q0EzeACCsmKDQvKCwe4sliF24ycg6RzdQVl
Eo/mUNnVU+mnQ8Jwnnp4nVQPSC3JUwb1HCVcnDPpJivT7aYca9QPUP7ww4JC0d1L
GpJMT/6mgZIlGqWnu3aSAl/k/LA4QwSjPQYCSArJS3tahPwxvq+UF38ZRK7QsSEp
u7WHHqa5P6VQmOAKCEmlcLl7QxlEuv146HjFsyuarQKBgQD+7926tiPuxPd1HtZM
uoiHEpfvs3A3rzLCL7au0dJJYXuULIjzK45giGOKJBXQaElKShS1XSLSyICLiHVR
CVsCrqIpl3eJnHWgeHgFNlcatWTR2QOH3qYrjmBW2nK1zVEtkjUFc2/IFmoCHxvw
/2NQC2ar9vgjR0sLwHOne5BDTQKBgQDR6IpNn8JMPZDj51qnGLXwA+7V0F3R41SD
0cQ6ikkSA+yAzO8c416Vvdz/4fVmdKkSl9kLCcw01fRg2cqiCvZEBCQr70piBFFv
oricxgFA+TsYmysWft9cNUDDZnfcmqzGr+LC0wH/w2ZlVqKPqWzX14LvEMclvKOg
n0KU+P+RqwKBgQCEFnvn1Z9ggyVDxap7Ltq2QWf/hhVKhLfj7RzWD1jJNHz3FOwQ
Mi0ezwvj8zZqON5gY2m/XnZAiCoyIY3HYvWIujrDGfuRjUNU1ZY5/SG8cOe/4pT1
vOKUBrzbw2tTzwGUfwCBxoHQRey/FKdBgtFOE9oql1eRz8qOWDSUPm1MsQKBgQCQ
iynZpB5+s5J3bZPeJsT6Hysy7wX8ByfmkecnTJxenHcahoRNh0BVquVpCucag1D9
rbTWxgtpgr+ChdbkWNoWIifqXSACeOi/D/VCd5LbdAQ+wHMeTYVvkHglVgVJ0vUQ
6IMlF3pz7dEwDUVp2ghKZWwTRaFtGgYvEBwgS4ppewKBgQC4gbOiBc6ASte1//ux
CL6bgzGa4PKSgAGd/t1V+e7/XTEWkYU5tNiN+14N9cHhgL9piNYA+QN3ZY/0syub
CSEKEZcrorWWFob9WeuEBuuU0XuzjLb9chjF/HqhfT1bejarP7UzFPFTnsRk6lTr
ZF8/qES2t6lBsOqpt9P8Fi1Vmw==
-----END PRIVATE KEY-----`;
