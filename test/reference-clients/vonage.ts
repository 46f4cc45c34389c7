import { load } from './load.ts';

interface VonageSms {
  send(message: object): Promise<{ messageCount: number; messages: object[] }>;
  verifySignature(
    signature: string,
    fields: Record<string, string>,
    secret: string,
    algorithm: string,
  ): boolean;
}

const { Auth, AlgorithmTypes } = load<{
  Auth: new (credentials: { apiKey: string; apiSecret: string }) => object;
  AlgorithmTypes: Readonly<Record<string, string>>;
}>('@vonage/auth');

const { SMS } = load<{ SMS: new (auth: object, settings: { restHost: string }) => VonageSms }>(
  '@vonage/sms',
);

export { AlgorithmTypes };

export function vonageClient(restHost: string, apiKey: string, apiSecret: string): VonageSms {
  return new SMS(new Auth({ apiKey, apiSecret }), { restHost });
}
