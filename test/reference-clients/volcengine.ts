import { load } from './load.ts';

interface OfficialService {
  // The fields of a reply are the vendor's own.
  // biome-ignore lint/suspicious/noExplicitAny: the package says no more about a reply.
  fetchOpenAPI(request: object): Promise<any>;
}

const { Service } = load<{ Service: new (options: object) => OfficialService }>(
  '@volcengine/openapi',
);

interface Key {
  accessKeyId: string;
  secretAccessKey: string;
}

/** A call by the official client, to a simulator on loopback. Its own SMS class cannot leave the vendor's host. */
export function callVolcengine(
  url: string,
  { accessKeyId, secretAccessKey }: Key,
  { Action, Version }: { Action: string; Version: string },
  data: object,
) {
  const service = new Service({
    ...{ accessKeyId, secretKey: secretAccessKey, serviceName: 'volcSMS' },
    ...{ host: url.replace('http://', ''), protocol: 'http:', region: 'cn-north-1' },
  });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return service.fetchOpenAPI({ method: 'POST', Action, Version, data, headers });
}
