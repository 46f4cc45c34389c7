import { verify, X509Certificate } from 'node:crypto';
import { parseJson, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { Tools } from '../../providers/vendor.ts';

/** What Amazon SNS sends to a subscribed URL, once its signature is verified. */
export type SnsMessage =
  | { kind: 'notification'; message: string }
  | { kind: 'confirmation'; subscribeUrl: string }
  | { kind: 'refused'; because: 'signature' | 'form'; detail: string };

interface Topic {
  arn: string;
  /** Where SNS serves its certificates and confirms subscriptions. */
  endpoint: string;
}

/** The fields that are signed, in order; those that are missing are left out. */
const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    ...['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  ],
};

const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{16,64}\.pem$/;
const answerTimeMs = 5_000;
const maxCertificates = 8;

/**
 * Reads messages of one topic. Any AWS account can have SNS sign messages and send them here, so only the
 * topic's own count, and only with a certificate from SNS itself.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html (2026-11-17)
 */
export function createSnsReader(topic: Topic, tools: Pick<Tools, 'http' | 'clock'>) {
  const certificates = new Map<string, X509Certificate>();

  async function certificateAt(url: string): Promise<X509Certificate> {
    const known = certificates.get(url);
    if (known) return known;
    const answer = await get(url, tools);
    const certificate = new X509Certificate(answer);
    if (certificates.size >= maxCertificates) certificates.clear();
    certificates.set(url, certificate);
    return certificate;
  }

  return async function readSns(body: string): Promise<SnsMessage> {
    const sent = parseJson(body);
    const field = (name: string) => textOf(sent, name);
    const fault = findFault(field, topic);
    if (fault) return fault;
    const type = field('Type') as keyof typeof signedFields;
    const certificate = await certificateAt(field('SigningCertURL'));
    if (!isCurrent(certificate, tools.clock.now())) return refused('the certificate has expired');
    const text = signedFields[type]
      .filter((name) => field(name) !== '')
      .map((name) => `${name}\n${field(name)}\n`)
      .join('');
    const signature = Buffer.from(field('Signature'), 'base64');
    if (!verify('sha256', Buffer.from(text), certificate.publicKey, signature)) {
      return refused('Signature does not match');
    }
    if (type === 'Notification') return { kind: 'notification', message: field('Message') };
    return { kind: 'confirmation', subscribeUrl: field('SubscribeURL') };
  };
}

/** What can be wrong before the certificate is needed. */
function findFault(field: (name: string) => string, topic: Topic): SnsMessage | undefined {
  const type = field('Type');
  if (type === '') return { kind: 'refused', because: 'form', detail: 'not a message of SNS' };
  if (!Object.hasOwn(signedFields, type)) return refused('Type is unknown');
  if (field('TopicArn') !== topic.arn) return refused('TopicArn is not the provider’s topic');
  if (field('SignatureVersion') !== '2') return refused('SignatureVersion is not 2');
  if (!isAt(field('SigningCertURL'), topic.endpoint, certificatePath)) {
    return refused('SigningCertURL is not of SNS');
  }
  if (type === 'SubscriptionConfirmation' && !isAt(field('SubscribeURL'), topic.endpoint, /^\/$/)) {
    return refused('SubscribeURL is not of SNS');
  }
  return undefined;
}

function isAt(url: string, endpoint: string, path: RegExp): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null && parsed.origin === new URL(endpoint).origin && path.test(parsed.pathname)
  );
}

function isCurrent({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate;
}

function refused(detail: string): SnsMessage {
  return { kind: 'refused', because: 'signature', detail };
}

/** Asks SNS for a certificate, or confirms a subscription. */
export async function get(url: string, { http }: Pick<Tools, 'http'>): Promise<string> {
  const signal = AbortSignal.timeout(answerTimeMs);
  const { status, text } = await http.request({ method: 'GET', url, signal });
  if (status !== 200) throw new UnexpectedResponse(`SNS answered HTTP ${status}`);
  return text;
}
