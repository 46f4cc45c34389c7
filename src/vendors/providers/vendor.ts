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
import type { RecordedExchange } from './record-exchanges.ts';
import type { Words } from './setting.ts';

/**
 * A third party as an adapter knows it: data, and a few functions. An operator makes providers of it,
 * each with its own code and settings. Adapters know no database, no environment and no `fetch`: what
 * they need is handed in.
 */
export type Vendor = SmsVendor | FaceVendor;

interface VendorFacts<Config extends TObject> {
  code: string;
  title: Words;
  /** What an operator fills in; made of the settings of `setting.ts`. */
  config: Config;
  /** What is wrong with settings that have the right form, said so that each sentence names one. */
  findConfigFaults?(config: Static<Config>): readonly Bilingual[];
  /** What the codes of its answers mean. A code that is not here is `unknown`. */
  codes: Readonly<Record<string, CodeMeaning>>;
  /** How long it can be asked about what it was given. After that only the operator can decide. */
  horizonHours: number;
}

/** What an answer with this code did, and why; null for success. */
export type CodeMeaning = readonly [Outcome['kind'], FailureReason | null];

/** What a receipt with this code says of the message, and why. */
export type ReceiptMeaning = readonly [Receipt['state'], FailureReason | null];

export interface SmsVendor<Config extends TObject = TObject> extends VendorFacts<Config> {
  kind: 'sms';
  /** The regions of numbers that it carries messages to, by ISO code; `all` but where it says so. */
  regions: 'all' | readonly string[];
  /** How its later word on a message comes; empty for a vendor that never says more. */
  receipts: readonly ('push' | 'query')[];
  /** Whether a text may have more than one part. */
  longMessages: boolean;
  template: TemplateRules;
  /** What the codes of its receipts mean; what is not here is undelivered, by a fault of theirs. */
  receiptCodes: Readonly<Record<string, ReceiptMeaning>>;
  /** What it would refuse, beyond what `template` says; known before any money moves. */
  findFault?(send: TemplateSend, config: Static<Config>): FormFault | undefined;
  open(config: Static<Config>, tools: Tools): OpenSms;
}

/** How it wants a template: its own under a code, with named or ordered values, or the text itself. */
export interface TemplateRules {
  form: 'named' | 'positional' | 'text';
  needsCode: boolean;
  needsSignature: boolean;
  /** The longest value of a variable, in characters. */
  longestValue?: number;
}

export interface OpenSms {
  /** How its later word comes, where that is for its settings to say and not for its vendor. */
  receipts?: SmsVendor['receipts'];
  send(send: TemplateSend, context: ProviderContext): Promise<Outcome>;
  queryStatus?(query: StatusQuery, context: ProviderContext): Promise<StatusItem>;
  /** Reads what the vendor posted to our callback address. It decides nothing and stores nothing. */
  readCallback?(callback: Callback): CallbackReading;
  /**
   * It gets nothing new: whatever a vendor counts, such as binds, is let go of now, and what is under way
   * is ended. Resolves when whoever comes after it can have what was idle.
   */
  retire?(): Promise<void>;
  close?(): Promise<void>;
}

export interface FaceVendor<Config extends TObject = TObject> extends VendorFacts<Config> {
  kind: 'face';
  /** Where its sessions work, best first. */
  devices: readonly Device[];
  /** Live checks of this vendor need a valid national ID number, always or by its settings. */
  needsNationalId: boolean | ((config: Static<Config>) => boolean);
  /** What the page must collect in the person's browser, after the consent, for a session to start. */
  browserData: null | ((config: Static<Config>) => BrowserData);
  open(config: Static<Config>, tools: Tools): OpenFace;
}

export interface OpenFace {
  /** What it says of the person before any money moves; without it everyone is taken. */
  screen?(person: Person): Outcome;
  startSession(start: SessionStart, context: ProviderContext): Promise<SessionStarted>;
  /** `sessionRef` is what `startSession` gave, up to 4096 characters; it may say more than the id. */
  queryResult(sessionRef: string, context: ProviderContext): Promise<SessionResult>;
  readCallback?(callback: Callback): CallbackReading;
  /** Asks the vendor to forget the person; a vendor that keeps nothing has none. */
  erase?(sessionRef: string, context: ProviderContext): Promise<void>;
  close?(): Promise<void>;
}

/** What an adapter is handed. */
export interface Tools {
  http: HttpClient;
  clock: Pick<Clock, 'now' | 'nowMs'>;
  log: Log;
  /** Where the vendor's callbacks for this provider arrive. */
  callbackUrl(): string;
  /**
   * Takes receipts that come over a connection of the adapter's own, and resolves once they are stored.
   * Without it nobody is there to take them, and an adapter must not draw them to itself.
   */
  onReceipts?(receipts: readonly Receipt[]): Promise<void>;
  /** Over when what this provider was before its settings changed has let go of what vendors count. */
  former?: Promise<void>;
  /** Takes what goes over a connection of the adapter's own, where somebody wants to see it. */
  onExchange?(exchange: RecordedExchange): void;
}

/** A vendor's request to our callback address. */
export interface Callback {
  method: string;
  /** The whole address as the vendor was told it, with the query that came. */
  url: string;
  /** Names in small letters. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  /** Where it came from. */
  address: string;
}

export type CallbackReading =
  | {
      kind: 'receipts';
      receipts: readonly Receipt[];
      /** A word that anyone could have said is confirmed by a query before it moves money. */
      isSigned: boolean;
      answer: CallbackAnswer;
    }
  /** These sessions have news; the vendor is asked for it, whatever the callback says. */
  | { kind: 'sessions'; sessionRefs: readonly string[]; answer: CallbackAnswer }
  /** Not from the vendor, or not to be understood. It gets 403 or 400, and changes nothing. */
  | { kind: 'refused'; because: 'signature' | 'form'; detail: string };

/** What the vendor wants to hear, so that it does not say it again. */
export interface CallbackAnswer {
  status: number;
  contentType: string;
  body: string;
}

export function asSmsVendor<Config extends TObject>(vendor: SmsVendor<Config>): SmsVendor {
  return vendor as unknown as SmsVendor;
}

export function asFaceVendor<Config extends TObject>(vendor: FaceVendor<Config>): FaceVendor {
  return vendor as unknown as FaceVendor;
}
