import { createHash, createHmac } from 'node:crypto';

export interface AwsKey {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  service: string;
}

/**
 * The headers of a signed `POST /` (Signature Version 4,
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html, 2026-11-17). `host` is signed, and
 * left to the HTTP client.
 */
export function signV4(
  { accessKeyId, secretAccessKey, region, service }: AwsKey,
  { host, headers, body }: { host: string; headers: Record<string, string>; body: string },
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const sent: Record<string, string> = { ...headers, 'x-amz-date': time };
  const signed = Object.entries({ ...sent, host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const request = ['POST', '/', '', lines, names, hash(body)].join('\n');
  const scope = [day, region, service, 'aws4_request'];
  const key = scope.reduce<string | Buffer>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash(request)].join('\n');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const credential = `${accessKeyId}/${scope.join('/')}`;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
