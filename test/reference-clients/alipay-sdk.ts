import { Socket } from 'node:net';
import { load } from './load.ts';

/** The fields of an answer are the vendor's own. */
type Answer = Record<string, string>;

export interface AlipayClient {
  config: Record<string, string>;
  exec(method: string, params: object, options: { validateSign: boolean }): Promise<Answer>;
  pageExecute(method: string, httpMethod: 'GET', params: object): string;
  checkNotifySignV2(fields: object): boolean;
  /** Checks the signature of fields with the public key of the settings. */
  notifyRSACheck(fields: object, signature: string, type: string, raw: boolean): boolean;
}

/** Its HTTP client changes every socket of the process, so that an error cannot end two of them. */
const { destroy } = Socket.prototype;

export const { AlipaySdk } = load<{
  AlipaySdk: new (settings: Record<string, string>) => AlipayClient;
}>('alipay-sdk');

Socket.prototype.destroy = destroy;
