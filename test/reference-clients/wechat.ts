import { load } from './load.ts';

/** The fields of an answer are the vendor's own. */
interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the package says no more about an answer.
  data: any;
}

export interface WechatPayClient {
  chain(path: string): {
    /** Rejects an answer of 20x that none of the keys in the settings signed. */
    post(content: object, options?: object): Promise<Answered>;
    get(options?: object): Promise<Answered>;
  };
}

interface Package {
  Wechatpay: new (settings: object) => WechatPayClient;
  Rsa: {
    sign(text: string, privateKey: string): string;
    verify(text: string, signature: string, publicKey: string): boolean;
  };
  Aes: {
    AesGcm: { decrypt(ciphertext: string, key: string, nonce: string, data: string): string };
  };
  Formatter: {
    request(method: string, path: string, time: string, nonce: string, body: string): string;
    response(time: string, nonce: string, body: string): string;
    joinedByLineFeed(...lines: (string | undefined)[]): string;
  };
}

/** The most used public client that verifies answers; WeChat Pay has none of its own for Node.js. */
export const {
  Wechatpay,
  Rsa: wechatRsa,
  Aes: wechatAes,
  Formatter: wechatFormatter,
} = load<Package>('wechatpay-axios-plugin');
