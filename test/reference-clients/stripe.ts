import { load } from './load.ts';

interface VerificationSession {
  id: string;
  url: string | null;
  status: string;
  redaction: { status: string } | null;
}

export interface StripeClient {
  identity: {
    verificationSessions: {
      create(params: object): Promise<VerificationSession>;
      retrieve(id: string, params?: object): Promise<VerificationSession>;
    };
  };
  webhooks: {
    generateTestHeaderString(params: object): string;
    constructEvent(body: string, signature: string, secret: string): { type: string };
  };
}

export const Stripe = load<new (apiKey: string, settings: object) => StripeClient>('stripe');
