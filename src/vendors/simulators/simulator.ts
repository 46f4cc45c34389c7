import type { ProviderForm, ProviderKind } from '../providers/provider.ts';

/**
 * The faults that a simulator can inject. `reject` and `reject_sent` accept a vendor code: `reject:CODE`.
 * `reject_sent` sends the message all the same.
 */
export const misbehaviours = [
  'down',
  'reject',
  'reject_sent',
  'unknown_code',
  'timeout_sent',
  'timeout_lost',
  'reset',
  'slow',
  'duplicate_receipts',
  'early_receipt',
  'no_receipt',
  'forged_receipt',
] as const;
export type Misbehaviour = (typeof misbehaviours)[number];

type MessageState = 'accepted' | 'delivered' | 'undelivered';
/** `stranger`: another person completed the session, with their own face, card and name. */
type SessionState = 'open' | 'passed' | 'failed' | 'cancelled' | 'stranger';
/**
 * `mispaid`: the payer paid another amount than the order's. `refunded`: the merchant paid everything back in the
 * vendor's own console.
 */
type PaymentState =
  | 'open'
  | 'paid'
  | 'mispaid'
  | 'failed'
  | 'closed'
  | 'expired'
  | 'disputed'
  | 'refunded';
/** `open`: accepted, and not paid back yet. */
type RefundState = 'open' | 'done' | 'failed';

/** The person who completes a session in place of the one to be checked. */
export const stranger = { name: '李四', cardNo: '110105198801013474', latinName: ['John', 'Doe'] };

/** A message, session, payment or refund that a simulator accepted, as its log keeps it. */
export interface Taken {
  /** The vendor's id. */
  id: string;
  kind: 'message' | 'session' | 'payment' | 'refund';
  /** The platform's reference, if the vendor accepts one: the number of an order or of a refund. */
  reference: string | null;
  /** As it was sent to the vendor; null for a session, an e-mail, a payment and a refund. */
  mobile: string | null;
  /** The vendor's template and values, or the plain text. */
  said: Readonly<Record<string, unknown>>;
  /** The URL for receipts, if the request gave one. */
  callbackUrl: string | null;
  state: MessageState | SessionState | PaymentState | RefundState;
  at: Date;
  /** When the outcome was first decided; undefined while it is open. */
  decidedAt?: Date;
}

export interface SimulatorRequest {
  method: string;
  /** The full URL, with the query. */
  url: URL;
  /** Header names are lowercase. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export interface SimulatorAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: string;
  /** Instead of the body, for a file that is no text. */
  bytes?: Buffer;
}

export function jsonAnswer(body: object, status = 200): SimulatorAnswer {
  return { status, body: JSON.stringify(body) };
}

/** A verified request. */
export type Asked =
  /**
   * A send or a session start. The simulator's runner decides whether it is carried out and which response goes
   * out.
   */
  | { kind: 'do'; taking: Taking }
  /** Anything else, answered from the log: a status query, a result, an erasure, a page. */
  | { kind: 'answer'; answer: SimulatorAnswer }
  /** A wrong signature, an unknown key or a malformed request, refused as the vendor does. */
  | { kind: 'refused'; answer: SimulatorAnswer; because: string };

/**
 * A vendor simulated on this machine. It verifies requests with its own code, never the adapter's, and tests
 * compare the ledger with its log.
 */
export type Simulator = HttpSimulator | OwnLineSimulator;

interface SimulatorFacts {
  /** The code of the simulated vendor. */
  vendor: string;
  kind: ProviderKind;
  /** Settings that point a provider at this simulator, which listens at the URL. */
  config(url: string): Record<string, unknown>;
  /** The value for `template update --forms`, if the provider needs one. */
  form?: ProviderForm;
  /** Formats the vendor's id from 18 digits; if omitted, the digits are the id. */
  idOf?(digits: string): string;
}

/** A vendor with an HTTP API that posts its receipts. */
export interface HttpSimulator extends SimulatorFacts {
  read(request: SimulatorRequest, desk: Desk): Asked;
  /** The response to an accepted request. */
  done(taken: Taken, desk: Desk): SimulatorAnswer;
  /** The response that refuses a request with this vendor code, or with its most common one. */
  rejected(code: string | undefined, desk: Desk): SimulatorAnswer;
  /** The receipt; null for a vendor that sends none. */
  receipt(taken: Taken, desk: Desk): CallbackRequest | null;
  /** A forged receipt that claims delivery. */
  forged?(taken: Taken, desk: Desk): CallbackRequest | null;
}

/** A vendor with its own protocol, which also carries its receipts. */
export interface OwnLineSimulator extends SimulatorFacts {
  listen(counter: Counter): Promise<OwnLine>;
}

/** A loopback port that can be closed with all its connections, and reopened. */
export interface LoopbackListener {
  /** Without a trailing slash. */
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface OwnLine extends LoopbackListener {
  /** Delivers a receipt, or a forged one. */
  report(taken: Taken, by: 'vendor' | 'forger'): Promise<void>;
}

/** How a simulator with its own protocol hands verified requests to its runner. */
export interface Counter {
  desk: Desk;
  /** Aborted when the simulator stops. */
  signal: AbortSignal;
  /** Records why a request was refused that the provider cannot have sent. */
  noteRefused(because: string): void;
  /** The vendor code of the next refusal, for a protocol that can refuse before it has the whole message. */
  rejection(): string | undefined;
  /** Decides whether the request is carried out and which response goes out. */
  handle(taking: Taking, answers: Answers): Promise<void>;
}

export type Taking = Omit<Taken, 'id' | 'state' | 'at' | 'decidedAt'> & {
  /** The message's id, if the request gave one and the vendor uses it as its own. */
  id?: string;
  /** A vendor that pays back at once answers a refund with `done`, and one that charges a saved method with `paid`. */
  state?: RefundState | 'paid';
};

/** The possible responses to one request; at most one is sent. */
export interface Answers {
  done(taken: Taken): void;
  rejected(code: string | undefined): void;
  /** Drops the connection in the middle of the response. */
  reset(taken: Taken): void;
}

/** What a simulator can use. */
export interface Desk {
  /** Its URL, without a trailing slash. */
  url: string;
  taken: readonly Taken[];
  find(id: string): Taken | undefined;
  /** A tester chose the outcome on the simulator's page. */
  decide(id: string, state: Taken['state']): void;
  now(): Date;
}

/** A request to the platform's callback URL. */
export interface CallbackRequest {
  method: 'GET' | 'POST';
  /** Appended to the callback URL, including the question mark. */
  query?: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}
