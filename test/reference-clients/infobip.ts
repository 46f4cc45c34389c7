import { load } from './load.ts';

/** A failed request is returned, not thrown. */
interface Answered {
  status?: number;
  // The fields of a reply are the vendor's own.
  // biome-ignore lint/suspicious/noExplicitAny: the package says no more about a reply.
  data?: any;
  response?: { status: number };
}

interface InfobipClient {
  channels: {
    sms: {
      send(request: object): Promise<Answered>;
      logs: { get(filter: object): Promise<Answered> };
    };
  };
}

export const { Infobip } = load<{
  Infobip: new (settings: { baseUrl: string; apiKey: string; authType: string }) => InfobipClient;
}>('@infobip-api/sdk');
