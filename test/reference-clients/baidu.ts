import { load } from './load.ts';

interface Key {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The parts of Baidu AI Cloud's own package that tests use. It has no class for SMS. */
const { BceBaseClient, Auth } = load<{
  BceBaseClient: new (
    config: object,
    service: string,
    hasRegions: boolean,
  ) => { sendRequest(method: string, path: string, args: object): Promise<{ body: unknown }> };
  Auth: new (
    id: string,
    secret: string,
  ) => { generateAuthorization(method: string, path: string, ...given: unknown[]): string };
}>('@baiducloud/sdk');

/** A call by the official client, to a simulator on loopback. */
export async function callBaidu(
  url: string,
  { accessKeyId, secretAccessKey }: Key,
  path: string,
  params: object,
  fields: object,
): Promise<unknown> {
  const credentials = { ak: accessKeyId, sk: secretAccessKey };
  const client = new BceBaseClient({ endpoint: url, credentials }, 'smsv3', true);
  const { body } = await client.sendRequest('POST', path, {
    body: JSON.stringify(fields),
    params,
  });
  return body;
}

/** The authorization that the official package computes for a request with these headers. */
export function authorizeBaidu(
  { accessKeyId, secretAccessKey }: Key,
  request: { method: string; path: string; params: object; headers: object; date: string },
): string {
  const auth = new Auth(accessKeyId, secretAccessKey);
  const { method, path, params, headers, date } = request;
  const seconds = Date.parse(date) / 1000;
  const names = Object.keys(headers);
  return auth.generateAuthorization(method, path, params, headers, seconds, 1800, names);
}
