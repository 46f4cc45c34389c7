import { load } from './load.ts';

interface TwilioMessages {
  (sid: string): { fetch(): Promise<{ to: string }> };
  create(message: object): Promise<{ sid: string }>;
  list(filter: object): Promise<{ sid: string }[]>;
}

export const twilio = load<{
  (
    accountSid: string,
    authToken: string,
    settings: object,
  ): {
    messages: TwilioMessages;
    calls: Pick<TwilioMessages, 'create'>;
  };
  RequestClient: new () => { request(options: { uri: string }): unknown };
  getExpectedTwilioSignature(authToken: string, url: string, fields: object): string;
  validateRequest(authToken: string, signature: string, url: string, fields: object): boolean;
}>('twilio');
