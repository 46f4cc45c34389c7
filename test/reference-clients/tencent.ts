import { load } from './load.ts';

interface TencentClient {
  // The fields of a reply are the vendor's own.
  // biome-ignore lint/suspicious/noExplicitAny: the package says no more about a reply.
  request(action: string, fields: object): Promise<any>;
}

const name = 'tencentcloud-sdk-nodejs-common';

export const { CommonClient } = load<{
  CommonClient: new (endpoint: string, version: string, settings: object) => TencentClient;
}>(name);

/** The package does not export its signer by name. */
export const { default: tencentSigner } = load<{ default: { sign3(request: object): string } }>(
  `${name}/tencentcloud/common/sign.js`,
);
