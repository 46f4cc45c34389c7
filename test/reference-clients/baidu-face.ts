import { load } from './load.ts';

interface Request {
  url: string;
}

export interface BaiduFaceClient {
  /** Sends the other fields as JSON to `targetPath`, with an access token. */
  jsonRequestImpl(fields: { targetPath: string } & Record<string, unknown>): Promise<unknown>;
}

const { face, HttpClient } = load<{
  face: new (appId: string, apiKey: string, secretKey: string) => BaiduFaceClient;
  HttpClient: { setRequestInterceptor(intercept: (request: Request) => Request): void };
}>('baidu-aip-sdk');

/** Baidu's client, which knows one host only, sent to another one. */
export function createBaiduFace(url: string, apiKey: string, secretKey: string): BaiduFaceClient {
  HttpClient.setRequestInterceptor((request) => ({
    ...request,
    url: request.url.replace('https://aip.baidubce.com', url),
  }));
  return new face('0', apiKey, secretKey);
}
