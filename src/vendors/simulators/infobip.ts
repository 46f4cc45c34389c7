import {
  type Asked,
  type CallbackRequest,
  type Desk,
  type HttpSimulator,
  jsonAnswer,
  type SimulatorAnswer,
  type SimulatorRequest,
  type Taken,
} from './simulator.ts';

const apiKey = 'infobip-api-key-0001';
const sender = 'Example';
const currentSend = '/sms/3/messages';
/** The official npm package uses the versions before. */
const formerSend = '/sms/2/text/advanced';
const logPaths = ['/sms/3/logs', '/sms/1/logs'];

/** Infobip's SMS API, as documented: version 3, and the one before for sends and logs. */
export const infobipSimulator: HttpSimulator = {
  vendor: 'infobip',
  kind: 'sms',
  config: (url) => ({ apiKey, sender, endpoint: url }),

  read(request, desk): Asked {
    const { method, url, headers } = request;
    const path = url.pathname;
    if (headers.authorization !== `App ${apiKey}`) return refused(path, 'bad API key', 401);
    if (method === 'GET' && logPaths.includes(path)) return listLogs(url, desk);
    if (method !== 'POST' || ![currentSend, formerSend].includes(path)) {
      return refused(path, 'no such resource', 404);
    }
    return readSend(request, desk);
  },

  done: (taken) => jsonAnswer(acceptance(taken, statuses.PENDING_ACCEPTED)),
  rejected(code = 'REJECTED_DESTINATION') {
    const [, http] = /^E(\d{3})$/.exec(code) ?? [];
    if (http) return problem(currentSend, 'refused', Number(http));
    const status = { groupId: 5, groupName: 'REJECTED', id: 0, name: code, description: 'refused' };
    return jsonAnswer({ bulkId: '1', messages: [{ destination: '', messageId: '0', status }] });
  },
  receipt: (taken) => callBack(taken),
  // Receipts are unsigned, so anyone can forge one.
  forged: (taken) => callBack({ ...taken, state: 'delivered' }),
};

interface Sms {
  to: unknown;
  id: unknown;
  text: unknown;
  sender: unknown;
  callbackUrl: unknown;
}

function readSend({ headers, body, url: { pathname } }: SimulatorRequest, desk: Desk): Asked {
  if (!headers['content-type']?.startsWith('application/json')) {
    return refused(pathname, 'no JSON', 415);
  }
  const sms = pathname === currentSend ? readCurrent(body) : readFormer(body);
  const fault = sms ? findFault(sms) : 'messages: must hold one message to one destination';
  if (!sms || fault) return refused(pathname, `${fault}`, 400);
  const { to, id, text, callbackUrl } = sms as { [name in keyof Sms]: string };
  if (!/^\d{7,15}$/.test(to)) return refusedMessage('REJECTED_DESTINATION', 52, to, id);
  if (sms.sender !== sender) return refusedMessage('REJECTED_SOURCE', 11, to, id);
  if (id && desk.find(id)) return refusedMessage('REJECTED_DUPLICATE_MESSAGE_ID', 23, to, id);
  return {
    kind: 'do',
    taking: {
      ...(id ? { id } : {}),
      kind: 'message',
      reference: id ?? null,
      mobile: to,
      said: { text, sender, api: pathname },
      callbackUrl: callbackUrl ?? null,
    },
  };
}

/** The fields of version 3, if the body has its form and nothing that the version does not know. */
function readCurrent(body: string): Sms | undefined {
  const request = readOne(body);
  const { destinations, content, options, webhooks, sender: from, ...other } = request ?? {};
  const [destination, ...more] = Array.isArray(destinations) ? destinations : [];
  const validity = options?.validityPeriod;
  const isValid =
    !validity ||
    (Number.isInteger(validity.amount) &&
      ['SECONDS', 'MINUTES', 'HOURS', undefined].includes(validity.timeUnit));
  const contentType = webhooks?.contentType ?? 'application/json';
  if (!destination || more.length > 0 || Object.keys(other).length > 0 || !isValid)
    return undefined;
  if (!['application/json', 'application/xml'].includes(contentType)) return undefined;
  return {
    to: destination.to,
    id: destination.messageId,
    text: content?.text,
    sender: from,
    callbackUrl: webhooks?.delivery?.url,
  };
}

function readFormer(body: string): Sms | undefined {
  const { destinations, text, from, notifyUrl } = readOne(body) ?? {};
  const [destination] = Array.isArray(destinations) ? destinations : [];
  if (!destination) return undefined;
  const { to, messageId: id } = destination;
  return { to, id, text, sender: from, callbackUrl: notifyUrl };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the body holds is checked by the callers.
function readOne(body: string): Record<string, any> | undefined {
  try {
    const { messages } = JSON.parse(body);
    return Array.isArray(messages) && messages.length === 1 ? messages[0] : undefined;
  } catch {
    return undefined;
  }
}

function findFault({ to, id, text, callbackUrl }: Sms): string | undefined {
  if (typeof to !== 'string' || to.length === 0 || to.length > 64) return 'to: 1 to 64 characters';
  if (typeof text !== 'string' || text === '') return 'content.text: must not be empty';
  if (id !== undefined && (typeof id !== 'string' || id.length > 200)) {
    return 'messageId: at most 200 characters';
  }
  if (callbackUrl !== undefined && !URL.canParse(`${callbackUrl}`)) return 'url: no URL';
  return undefined;
}

const statuses = {
  PENDING_ACCEPTED: status(1, 'PENDING', 26, 'PENDING_ACCEPTED'),
  PENDING_ENROUTE: status(1, 'PENDING', 7, 'PENDING_ENROUTE'),
  DELIVERED_TO_HANDSET: status(3, 'DELIVERED', 5, 'DELIVERED_TO_HANDSET'),
  UNDELIVERABLE_NOT_DELIVERED: status(2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED'),
};

function status(groupId: number, groupName: string, id: number, name: string) {
  return { groupId, groupName, id, name, description: name.toLowerCase().replaceAll('_', ' ') };
}

/** The answer to a send; its destination has another name in the former version. */
function acceptance({ id, mobile, said }: Taken, word: ReturnType<typeof status>) {
  const destination = said.api === formerSend ? { to: mobile } : { destination: mobile };
  return { bulkId: `bulk-${id}`, messages: [{ messageId: id, status: word, ...destination }] };
}

function listLogs(url: URL, { taken }: Desk): Asked {
  const query = url.searchParams;
  const ids = query.get('messageId')?.split(',');
  const limit = Number(query.get('limit') ?? 50);
  if (!(limit >= 1 && limit <= 1_000)) return refused(url.pathname, 'limit: 1 to 1000', 400);
  const found = taken.filter(({ id }) => !ids || ids.includes(id)).reverse();
  const results = found.slice(0, limit).map((each) => {
    const { to, messageCount, ...rest } = report(each);
    return url.pathname === '/sms/1/logs'
      ? { ...rest, to, smsCount: messageCount }
      : { ...rest, destination: to, messageCount, content: { text: each.said.text } };
  });
  return { kind: 'answer', answer: jsonAnswer({ results }) };
}

function report({ id, mobile, state, at }: Taken) {
  const isLost = state === 'undelivered';
  const name = isLost ? 'UNDELIVERABLE_NOT_DELIVERED' : 'DELIVERED_TO_HANDSET';
  return {
    bulkId: `bulk-${id}`,
    messageId: id,
    to: mobile,
    sender,
    sentAt: shown(at),
    doneAt: shown(at),
    messageCount: 1,
    mccMnc: '46000',
    price: { pricePerMessage: 0.0215, currency: 'EUR' },
    status: statuses[state === 'accepted' ? 'PENDING_ENROUTE' : name],
    error: {
      groupId: isLost ? 1 : 0,
      groupName: isLost ? 'HANDSET_ERRORS' : 'OK',
      id: isLost ? 27 : 0,
      name: isLost ? 'EC_ABSENT_SUBSCRIBER' : 'NO_ERROR',
      description: isLost ? 'Absent Subscriber' : 'No Error',
      permanent: false,
    },
  };
}

function callBack(taken: Taken): CallbackRequest | null {
  if (!taken.callbackUrl) return null;
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ results: [report(taken)] }),
  };
}

/** `2019-11-09T16:00:00.000+0000` */
function shown(time: Date): string {
  return time.toISOString().replace('Z', '+0000');
}

function refused(path: string, because: string, http: number): Asked {
  return { kind: 'refused', because, answer: problem(path, because, http) };
}

/** A message that Infobip refuses is a status in a successful answer. */
function refusedMessage(name: string, id: number, destination: string, messageId: string): Asked {
  const word = status(5, 'REJECTED', id, name);
  const answer = jsonAnswer({ bulkId: '1', messages: [{ messageId, destination, status: word }] });
  return { kind: 'refused', because: name, answer };
}

/** The former versions wrap what is wrong. */
function problem(path: string, detail: string, http: number): SimulatorAnswer {
  if (path.startsWith('/sms/3/')) {
    const body = { errorCode: `E${http}`, description: detail, action: '', violations: [] };
    return jsonAnswer({ ...body, resources: [] }, http);
  }
  const messageId = http === 401 ? 'UNAUTHORIZED' : 'BAD_REQUEST';
  return jsonAnswer({ requestError: { serviceException: { messageId, text: detail } } }, http);
}
