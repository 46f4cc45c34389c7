import type { HttpClient } from '../../foundation/outbound/http-client.ts';
import type {
  Outcome,
  Receipt,
  SessionResult,
  StatusItem,
  StatusQuery,
  TemplateSend,
} from './provider.ts';
import type { Words } from './vendor-setting.ts';

/**
 * Something about a vendor that no public document says, so that only somebody with an account can find out.
 * The vendor's page lists it, and `provider probe` asks it.
 */
export interface Question<Asking> {
  /** Names it in reports; unique for the vendor. */
  id: string;
  question: Words;
  /** What the platform assumes meanwhile, and what an answer would change. */
  meaning: Words;
  /** Asks the vendor. If it is omitted, only the operator can look, for example at a bill. */
  ask?: {
    /** How many real messages or checks it costs. */
    costs: number;
    /** How long it takes at most. */
    seconds: number;
    /** Resolves with what was found, in English: the report goes to the platform's authors. */
    run(asking: Asking): Promise<readonly string[]>;
  };
}

/** A message that a question sent. */
export interface AskedMessage {
  outcome: Outcome;
  query: StatusQuery;
}

/** What a question about an SMS vendor can do. */
export interface MessageAsking {
  /** The operator's message, not sent yet. */
  draft: TemplateSend;
  /** The provider's settings, for a request that the adapter does not make. */
  settings: Readonly<Record<string, unknown>>;
  http: Pick<HttpClient, 'request'>;
  now(): Date;
  signal(): AbortSignal;
  wait(ms: number): Promise<void>;
  /** Sends the operator's message once more, with these changes. */
  send(change?: Partial<TemplateSend>): Promise<AskedMessage>;
  /** The provider's answer to a status query; undefined if it has none. */
  queryStatus(query: StatusQuery): Promise<Pick<StatusItem, 'state' | 'detail'> | undefined>;
  /** The receipts that arrived for a message until now. */
  receiptsOf(query: StatusQuery): Promise<readonly Pick<Receipt, 'state' | 'vendorCode'>[]>;
}

/** What a question about a face vendor can do. */
export interface FaceAsking {
  /** Starts a session for the operator's person, shows its link with these words, and waits for the result. */
  check(instruction: string, seconds: number): Promise<SessionResult>;
}

export type MessageQuestion = Question<MessageAsking>;
export type FaceQuestion = Question<FaceAsking>;
