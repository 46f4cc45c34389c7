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

interface PaymentIntent {
  id: string;
  status: string;
  customer: string | null;
  payment_method: string | null;
  setup_future_usage: string | null;
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
    create(params: object, options?: RequestOptions): Promise<PaymentIntent>;
    retrieve(id: string): Promise<PaymentIntent>;
    list(params: object): Promise<Listed<PaymentIntent>>;
    search(params: object): Promise<Listed<{ id: string }>>;
  };
  paymentMethods: {
    retrieve(id: string): Promise<{ id: string; customer: string | null }>;
    detach(id: string): Promise<{ id: string; customer: string | null }>;
  };
  customers: {
    retrieve(id: string): Promise<{ id: string; deleted?: true }>;
    del(id: string): Promise<{ id: string; deleted: true }>;
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
