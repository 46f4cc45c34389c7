import type { ProviderForm } from '../providers/provider.ts';

/** What a stand-in can be told to do wrong. `reject` may name the vendor's code: `reject:CODE`. */
export const misbehaviours = [
  'down',
  'reject',
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

/** What a vendor's stand-in took, in its own books. */
export interface Taken {
  /** The vendor's id for it. */
  id: string;
  kind: 'message' | 'session';
  /** The platform's reference, where the vendor takes one. */
  reference: string | null;
  /** As it was sent to the vendor. */
  mobile: string | null;
  /** The vendor's template and values, or the text. */
  said: Readonly<Record<string, unknown>>;
  /** Where its receipts go, where the request said so. */
  callbackUrl: string | null;
  state: 'accepted' | 'delivered' | 'undelivered' | 'passed' | 'failed' | 'cancelled' | 'open';
  at: Date;
}

export interface StandInRequest {
  method: string;
  /** The path with the query. */
  url: URL;
  /** Names in small letters. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export interface StandInAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: string;
}

/** What a request is, once the stand-in has verified it. */
export type Asked =
  /** To do something; the frame decides whether it is done, and which answer goes out. */
  | { kind: 'do'; taking: Taking }
  /** Anything else, answered from the books: a status query, a result, an erasure, its own pages. */
  | { kind: 'answer'; answer: StandInAnswer }
  /** A wrong signature, an unknown key, a malformed request: refused as the vendor refuses it. */
  | { kind: 'refused'; answer: StandInAnswer; because: string };

/**
 * A vendor played on this machine. It verifies what it is sent with code of its own, never with the
 * adapter's, and its books are what the ledger is compared with.
 */
export type StandIn = HttpStandIn | OwnLineStandIn;

interface StandInFacts {
  /** The code of the vendor that it plays. */
  vendor: string;
  kind: 'sms' | 'face';
  /** The vendor's settings, so that a provider speaks with this stand-in, which listens at the URL. */
  config(url: string): Record<string, unknown>;
  /** What `template update --forms` takes for that provider, where it needs one. */
  form?: ProviderForm;
  /** The vendor's way to write an id, given 18 digits; without it they are the id. */
  idOf?(digits: string): string;
}

/** A vendor that is asked over HTTP, and posts its receipts. */
export interface HttpStandIn extends StandInFacts {
  read(request: StandInRequest, desk: Desk): Asked;
  /** The answer to what was done. */
  done(taken: Taken, desk: Desk): StandInAnswer;
  /** The answer that refuses it with a code of the vendor's; without one, with its most usual. */
  rejected(code: string | undefined, desk: Desk): StandInAnswer;
  /** The vendor's later word on what it took; null for a vendor that sends none. */
  receipt(taken: Taken, desk: Desk): CallbackRequest | null;
  /** The same from somebody who is not the vendor, and says that it was delivered. */
  forged?(taken: Taken, desk: Desk): CallbackRequest | null;
}

/** A vendor with a protocol of its own, in which its receipts come as well. */
export interface OwnLineStandIn extends StandInFacts {
  listen(counter: Counter): Promise<OwnLine>;
}

/** A port on loopback that can be closed, with all its connections, and opened again. */
export interface LoopbackListener {
  /** Without a trailing slash. */
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface OwnLine extends LoopbackListener {
  /** Brings the vendor's later word on what it took, or the same from somebody who is not the vendor. */
  report(taken: Taken, by: 'vendor' | 'forger'): Promise<void>;
}

/** Where a stand-in with a line of its own hands in what it has verified. */
export interface Counter {
  desk: Desk;
  /** Aborted when the stand-in ends. */
  signal: AbortSignal;
  /** Takes down why something was refused that cannot have come from the provider. */
  noteRefused(because: string): void;
  /** Decides whether it is done, and which answer goes out. */
  handle(taking: Taking, answers: Answers): Promise<void>;
}

export type Taking = Omit<Taken, 'id' | 'state' | 'at'>;

/** The answers to one request, of which at most one goes out. */
export interface Answers {
  done(taken: Taken): void;
  rejected(code: string | undefined): void;
  /** Breaks off in the middle of the answer. */
  reset(taken: Taken): void;
}

/** What a stand-in has at hand while it works. */
export interface Desk {
  /** Where it listens, without a trailing slash. */
  url: string;
  taken: readonly Taken[];
  find(id: string): Taken | undefined;
  /** A person decided at the stand-in's page. */
  decide(id: string, state: Taken['state']): void;
  now(): Date;
}

/** A request to the platform's callback address. */
export interface CallbackRequest {
  method: 'GET' | 'POST';
  /** Appended to the callback address, with its question mark. */
  query?: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}
