import { load } from './load.ts';

interface VerificationSession {
  id: string;
  url: string | null;
  status: string;
  redaction: { status: string } | null;
}

interface Listed<Item> {
  data: Item[];
  has_more: boolean;
}

interface CheckoutSession {
  id: string;
  url: string | null;
  status: string;
  payment_status: string;
  client_reference_id: string;
  payment_intent: { id: string; latest_charge: { balance_transaction: { fee: number } } } | null;
}

interface Refund {
  id: string;
  status: string;
  amount: number;
}

type RequestOptions = { idempotencyKey?: string };

export interface StripeClient {
  checkout: {
    sessions: {
      create(params: object, options?: RequestOptions): Promise<CheckoutSession>;
      retrieve(id: string, params?: object): Promise<CheckoutSession>;
      expire(id: string): Promise<CheckoutSession>;
      list(params?: object): Promise<Listed<CheckoutSession>>;
    };
  };
  paymentIntents: {
    retrieve(id: string): Promise<{ id: string; status: string }>;
    search(params: object): Promise<Listed<{ id: string }>>;
  };
  refunds: {
    create(params: object, options?: RequestOptions): Promise<Refund>;
    list(params: object): Promise<Listed<Refund>>;
  };
  disputes: { list(params: object): Promise<Listed<{ id: string; status: string }>> };
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
