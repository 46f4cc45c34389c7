import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { MessageProduct, Mode } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Money } from '../../foundation/money.ts';
import type { Particulars } from './particulars.ts';
import type { Words } from './vendor-setting.ts';

/**
 * The outcome of a request to a provider. `rejected`: it refuses this data and would do so again.
 * `unavailable`: it certainly did nothing. `unknown`: it may have acted, and only the provider can tell;
 * adapters use this for any response they cannot classify.
 */
export type Outcome = Done | Failure;

interface Done {
  kind: 'done';
  /** The provider's id for the message. */
  providerRef: string;
  /** The ids by which receipts name its parts, in order; without them, receipts name it by `providerRef`. */
  partRefs?: readonly string[];
  /** The provider's charge, if its response includes one. */
  cost?: Money;
}

export interface Failure {
  kind: 'rejected' | 'unavailable' | 'unknown';
  reason: FailureReason;
  /** The vendor's code, if it has one. */
  vendorCode?: string;
  /** The vendor's message, or ours, kept as evidence. */
  detail: string;
}

/** A send request to a provider: one template with its variables, to one recipient. */
export interface TemplateSend {
  callId: string;
  /** Sent to vendors that accept a client reference; they return it in receipts. */
  reference: string;
  /** What was bought. Some vendors send codes and notifications by different operations. */
  product: MessageProduct;
  mode: Mode;
  /** The recipient: E.164 with the plus for SMS and voice, an address for e-mail. */
  to: string;
  /** The ISO code of the number's region; null for an address, and for numbers that belong to no country. */
  region: string | null;
  templateId: string;
  /** The full text of the message. */
  text: string;
  /** The template's variables, in the order of the text. */
  variables: Readonly<Record<string, string>>;
  /** The template in the provider's terms: its code, signature and variable names. */
  form: ProviderForm;
  parts: number;
}

export interface ProviderForm {
  code?: string;
  signature?: string;
  /** The provider's names for our variables, where they differ. */
  variables?: Readonly<Record<string, string>>;
  /** Our variables in the provider's order; the order of the text if omitted. */
  order?: readonly string[];
}

/**
 * What a provider would refuse: the field of the request and the reason. The reason is printed after the
 * field's name.
 */
export interface FormFault {
  field: string;
  problem: Words;
  /** The caller cannot fix this: the operator's setup is incomplete. */
  isOperators?: boolean;
}

/** Asks for the status of a message whose outcome is unknown. */
export interface StatusQuery {
  callId: string;
  /** The reference that was sent to the vendor; see TemplateSend. */
  reference: string;
  /** The recipient; see TemplateSend. */
  to: string;
  providerRef: string | null;
  /** The ids of the parts of a long message, if each part has its own. */
  partRefs: readonly string[];
  /** By this process's clock, which is also the adapter's. */
  heldAt: Date;
}

/** A provider's status for one message. */
export interface StatusItem {
  /** `absent`: the provider certainly never accepted it. */
  state: 'absent' | 'sent' | 'delivered' | 'undelivered' | 'expired' | 'rejected' | 'unknown';
  providerRef: string;
  /** Why it was not delivered. */
  reason?: FailureReason;
  vendorCode?: string;
  detail: string;
  at: Date;
  cost?: Money;
}

/**
 * A delivery receipt. It identifies the message by our reference or the vendor's id. A trusted receipt with
 * both links them, because other receipts may carry only the vendor's id.
 */
export interface Receipt {
  /** Our reference, if the vendor returns it. */
  reference?: string;
  /** The vendor's id of the message or of one of its parts. */
  providerRef?: string;
  /** Which part it is about, if all parts share one id. */
  part?: { no: number; of: number };
  state: Exclude<StatusItem['state'], 'absent' | 'unknown'>;
  reason?: FailureReason;
  vendorCode: string;
  detail: string;
  at: Date;
  cost?: Money;
}

export interface ProviderContext {
  signal: AbortSignal;
}

/** A vendor as an operator configured it, under its own code. */
export interface ProviderFacts {
  code: string;
  vendorCode: string;
  title: Words;
  /** How long the provider can be queried about a message or session. */
  horizonHours: number;
  /** It gets no new calls, but can still be queried about earlier ones. */
  isOff?: boolean;
  /** It sends no receipts, so its status must be polled. */
  isPolled?: boolean;
  costs?: CostList;
  /** The particulars that the operator entered. A provider of live face checks has all of them. */
  particulars?: Partial<Particulars>;
}

/** The kinds of messages. Providers of each have the same interface, and differ in whom they reach. */
export const messageKinds = ['sms', 'voice', 'email'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What a provider is for. A route takes providers of its product's kind alone; payments have no routes. */
export const providerKinds = [...messageKinds, 'face', 'payment'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** A provider's prices as decimals, used when its responses carry no price. */
export interface CostList {
  /** Per part of a message, or per check. */
  each?: string;
  /** The price by region of the number. */
  regions?: Readonly<Record<string, string>>;
}

export interface MessageProvider extends ProviderFacts {
  kind: MessageKind;
  /** Finds what this provider cannot send, before any money moves; undefined if it can send it. */
  findFault(send: TemplateSend): FormFault | undefined;
  send(send: TemplateSend, context: ProviderContext): Promise<Outcome>;
  /** Undefined for a provider that has no status query. */
  queryStatus?(query: StatusQuery, context: ProviderContext): Promise<StatusItem>;
}

/** The person to be checked. */
export interface Person {
  name: string;
  cardNo: string;
}

export type Device = 'wechat' | 'mobile' | 'desktop';

export interface SessionStart {
  checkId: string;
  /** The account of the check; undefined when an operator tests a provider. */
  accountId?: number;
  person: Person;
  /** The URL to which the person returns. */
  returnUrl: string;
  device: Device;
  language: Language;
  /**
   * The browser's language tag, where it is finer than the page's language: Traditional Chinese, for example.
   */
  languageTag?: string;
  /** Data that the page collected in the person's browser for this provider; null if it needs none. */
  browserData: string | null;
  mode: Mode;
}

export type SessionStarted =
  | { kind: 'started'; sessionRef: string; url: string; expiresAt: Date }
  | Failure;

export type SessionResult = SessionFacts & (Passed | { state: Exclude<SessionState, 'passed'> });

export type SessionState = 'open' | 'passed' | 'failed' | 'cancelled' | 'expired';

interface Passed {
  state: 'passed';
  /**
   * The person whom the vendor compared with the face: `given` if it can only be the one that `startSession`
   * named, otherwise the one that the result names. The check is passed only if it is the person of the call.
   */
  compared: 'given' | Partial<Person>;
}

interface SessionFacts {
  /** The provider's id for the check. */
  taskId: string;
  /** Why the check was not passed. */
  reason?: FailureReason;
  vendorCode?: string;
  detail?: string;
  cost?: Money;
}

/** A vendor's script that the page loads after the consent to collect data. */
export interface BrowserData {
  script: string;
  /** The global function that returns the data. */
  call: string;
}

export interface FaceProvider extends ProviderFacts {
  kind: 'face';
  /** Live checks of this provider need a valid national ID number. */
  needsNationalId: boolean;
  /** The devices on which its sessions work. */
  devices: readonly Device[];
  /** The data that the page must collect in the browser, after the consent, before a session can start. */
  browserData: BrowserData | null;
  /** Screens the person before any money moves. */
  screen(person: Person): Outcome;
  startSession(start: SessionStart, context: ProviderContext): Promise<SessionStarted>;
  queryResult(sessionRef: string, context: ProviderContext): Promise<SessionResult>;
  /** The vendor offers no way to delete a person's data before its own time. */
  hasNoErasure?: true;
  /** Asks the vendor to delete the person's data. */
  erase(sessionRef: string, context: ProviderContext): Promise<void>;
}
