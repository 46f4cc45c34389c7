import type { Static, TObject } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { HttpClient } from '../../foundation/outbound/http-client.ts';
import type {
  BrowserData,
  Device,
  FormFault,
  MessageKind,
  Outcome,
  Person,
  ProviderContext,
  Receipt,
  SessionResult,
  SessionStart,
  SessionStarted,
  StatusItem,
  StatusQuery,
  TemplateSend,
} from './provider.ts';
import type { FaceQuestion, MessageQuestion } from './question.ts';
import type { RecordedExchange } from './record-exchanges.ts';
import type { Words } from './vendor-setting.ts';

export interface VendorFacts<Config extends TObject> {
  code: string;
  title: Words;
  /** Where the vendor documents its API; one of the sources of its page in `docs/providers`. */
  docs?: string;
  /** The settings that an operator fills in, built with `setting.ts`. */
  config: Config;
  /** Settings of earlier versions, which saved providers may still have; they are ignored. */
  retiredSettings?: readonly string[];
  /** Faults in settings that match the schema. Each sentence names one setting. */
  findConfigFaults?(config: Static<Config>): readonly Bilingual[];
  /** The meaning of its response codes. A code that is not listed is `unknown`. */
  codes: Readonly<Record<string, CodeMeaning>>;
  /**
   * What a code most likely means for a new account, and what to do about it, for the codes whose own words
   * mislead. `no_receipt` says why receipts of this vendor do not arrive.
   */
  hints?: Readonly<Record<string, Words>>;
  /** How long it can be queried about a message or session. After that, only the operator can decide. */
  horizonHours: number;
}

/** The outcome and reason for a response code; the reason is null for success. */
export type CodeMeaning = readonly [Outcome['kind'], FailureReason | null];

/** The message state and reason for a receipt code. */
export type ReceiptMeaning = readonly [Receipt['state'], FailureReason | null];

export interface MessageVendor<Config extends TObject = TObject> extends VendorFacts<Config> {
  kind: MessageKind;
  /** The ISO codes of the regions that it delivers to; `all` unless the vendor limits them. */
  regions: 'all' | readonly string[];
  /** How its receipts arrive; empty for a vendor that sends none and cannot be queried. */
  receipts: readonly ('push' | 'query')[];
  /** Whether a message may have more than one part. */
  longMessages: boolean;
  template: TemplateRules;
  /**
   * The meaning of its receipt codes. A code that is not listed means undelivered, by a fault of the vendor.
   */
  receiptCodes: Readonly<Record<string, ReceiptMeaning>>;
  /** What only somebody with an account can find out; see question.ts. */
  questions?: readonly MessageQuestion[];
  /** Finds what it would refuse beyond the rules of `template`, before any money moves. */
  findFault?(send: TemplateSend, config: Static<Config>): FormFault | undefined;
  open(config: Static<Config>, tools: Tools): OpenMessages;
}

/** How it expects a message: as its own template code with named or ordered values, or as plain text. */
export interface TemplateRules {
  form: 'named' | 'positional' | 'text';
  needsCode: boolean;
  needsSignature: boolean;
  /** The maximum length of a variable's value, in characters. */
  longestValue?: number;
}

export interface OpenMessages {
  /** How receipts arrive, if that depends on the settings and not on the vendor. */
  receipts?: MessageVendor['receipts'];
  send(send: TemplateSend, context: ProviderContext): Promise<Outcome>;
  queryStatus?(query: StatusQuery, context: ProviderContext): Promise<StatusItem>;
  /**
   * Parses a vendor's request to our callback URL. It must not decide or store anything, but may ask the vendor
   * for what it needs to verify the request.
   */
  readCallback?(callback: Callback): CallbackReading | Promise<CallbackReading>;
  /**
   * Called when it gets no new calls. It closes idle connections that the vendor counts, such as binds, and
   * lets pending requests finish. Resolves when a successor can use the freed connections.
   */
  retire?(): Promise<void>;
  close?(): Promise<void>;
}

export interface FaceVendor<Config extends TObject = TObject> extends VendorFacts<Config> {
  kind: 'face';
  /** How a pass is known to be that of the person of the call, in one sentence. */
  identityProof: Words;
  /** The devices on which its sessions work, best first. */
  devices: readonly Device[];
  /** Live checks need a valid national ID number, always or depending on the settings. */
  needsNationalId: boolean | ((config: Static<Config>) => boolean);
  /** What only somebody with an account can find out; see question.ts. */
  questions?: readonly FaceQuestion[];
  /** The data that the page must collect in the browser, after the consent, before a session can start. */
  browserData: null | ((config: Static<Config>) => BrowserData);
  open(config: Static<Config>, tools: Tools): OpenFace;
}

export interface OpenFace {
  /** Screens the person before any money moves; if omitted, every person is accepted. */
  screen?(person: Person): Outcome;
  startSession(start: SessionStart, context: ProviderContext): Promise<SessionStarted>;
  /** `sessionRef` comes from `startSession`: up to 4096 characters, and it may hold more than the id. */
  queryResult(sessionRef: string, context: ProviderContext): Promise<SessionResult>;
  readCallback?(callback: Callback): CallbackReading;
  /** Asks the vendor to delete the person's data; omitted for a vendor that stores none. */
  erase?(sessionRef: string, context: ProviderContext): Promise<void>;
  close?(): Promise<void>;
}

/** The connections to a vendor that counts them, such as binds. */
export interface LinkState {
  wanted: number;
  bound: number;
  /** Why one of them is not bound. */
  fault: string | null;
}

/** What an adapter can use. */
export interface Tools {
  http: HttpClient;
  clock: Pick<Clock, 'now' | 'nowMs'>;
  log: Log;
  /** The URL for this provider's callbacks. */
  callbackUrl(): string;
  /**
   * Accepts receipts from the adapter's own connection and resolves once they are stored. If it is missing,
   * nothing can store them, and the adapter must not request receipts from the vendor.
   */
  onReceipts?(receipts: readonly Receipt[]): Promise<void>;
  /** Resolves when the previous version of this provider has closed its vendor connections. */
  former?: Promise<void>;
  /**
   * Takes up to `count` turns of this provider, one every `everyMs`, that begin within `withinMs`. All processes
   * share its turns. If it is missing, this process is alone.
   */
  takeTurns?(turns: {
    count: number;
    everyMs: number;
    withinMs: number;
  }): Promise<{ taken: number; beginsInMs: number }>;
  /** Notes the state of the adapter's own connections for operators, at every change. */
  onLinks?(links: LinkState): void;
  /** Records traffic on the adapter's own connection, for example while an operator tests the provider. */
  onExchange?(exchange: RecordedExchange): void;
}

/** A vendor's request to our callback URL. */
export interface Callback {
  method: string;
  /** The full URL that the vendor was given, with the query it sent. */
  url: string;
  /** Header names are lowercase. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  /** The sender's IP address. */
  address: string;
}

export type CallbackReading =
  | {
      kind: 'receipts';
      receipts: readonly Receipt[];
      /** An unsigned receipt could come from anyone, so a status query must confirm it before money moves. */
      isSigned: boolean;
      answer: CallbackAnswer;
    }
  /** These sessions have news. The platform always queries the vendor, whatever the callback says. */
  | { kind: 'sessions'; sessionRefs: readonly string[]; answer: CallbackAnswer }
  /** These payments have news, by our order numbers. The platform always queries the vendor, whatever the notice says. */
  | { kind: 'orders'; orderNos: readonly string[]; answer: CallbackAnswer }
  /** Not from the vendor, or unreadable. It gets a 403 or 400 and changes nothing. */
  | { kind: 'refused'; because: 'signature' | 'form'; detail: string };

/** The response that stops the vendor from sending the callback again. */
export interface CallbackAnswer {
  status: number;
  contentType: string;
  body: string;
}

export function asMessageVendor<Config extends TObject>(
  vendor: MessageVendor<Config>,
): MessageVendor {
  return vendor as unknown as MessageVendor;
}

export function asFaceVendor<Config extends TObject>(vendor: FaceVendor<Config>): FaceVendor {
  return vendor as unknown as FaceVendor;
}
