import type { AccessKey, Acs3Request } from '../../src/vendors/adapters/alibaba/acs3-signature.ts';
import { load } from './load.ts';

/** The parts of Alibaba Cloud's own packages that tests use. */
type Official = Record<string, new (given: object) => never> & {
  default: new (config: object) => Record<string, (request: object) => Promise<{ body: object }>>;
};

const core = load<{
  $OpenApiUtil: { Config: new (settings: object) => object };
  OpenApiUtil: { getAuthorization(request: object, ...given: (string | undefined)[]): string };
}>('@alicloud/openapi-core');

/** A call by the official client of a product, to a simulator on loopback. */
export async function callOfficially(
  product: 'dysmsapi20170525' | 'cloudauth20190307',
  { url, ...key }: AccessKey & { url: string },
  operation: string,
  request: object,
): Promise<Record<string, unknown>> {
  const official = load<Official>(`@alicloud/${product}`);
  const endpoint = url.replace('http://', '');
  const timeouts = { readTimeout: 10_000, connectTimeout: 10_000 };
  const config = { ...key, ...timeouts, endpoint, protocol: 'http' };
  const client = new official.default(new core.$OpenApiUtil.Config(config));
  const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Request`;
  const Request = official[name] as new (given: object) => object;
  const { body } = (await client[operation]?.(new Request(request))) ?? { body: {} };
  return body as Record<string, unknown>;
}

/** The authorization that the official package computes for a request with these headers. */
export function authorizeOfficially(
  { host, query }: Acs3Request,
  headers: Readonly<Record<string, string>>,
  key: AccessKey,
): string {
  const { authorization: _, ...unsigned } = headers;
  return core.OpenApiUtil.getAuthorization(
    { method: 'POST', pathname: '/', query, headers: { ...unsigned, host } },
    'ACS3-HMAC-SHA256',
    headers['x-acs-content-sha256'],
    key.accessKeyId,
    key.accessKeySecret,
  );
}
