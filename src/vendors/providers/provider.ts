import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Money } from '../../foundation/money.ts';
import type { Particulars } from './particulars.ts';
import type { Words } from './setting.ts';

/**
 * What a provider did. `rejected`: it refuses this data and would again. `unavailable`: it certainly
 * did nothing. `unknown`: it may have done it, and only it can tell; whatever an adapter cannot place
 * is this.
 */
export type Outcome = Done | Failure;

interface Done {
  kind: 'done';
  /** The provider's id for what it did. */
  providerRef: string;
  /** The ids of the parts of a long message, where each has its own and its own receipt. */
  partRefs?: readonly string[];
  /** What it charges us, where its answer says so. */
  cost?: Money;
}

export interface Failure {
  kind: 'rejected' | 'unavailable' | 'unknown';
  reason: FailureReason;
  /** The vendor's code for it, where there is one. */
  vendorCode?: string;
  /** The vendor's words, or ours, as evidence. */
  detail: string;
}

/** What the platform asks a provider to send: one template with its variables to one number. */
export interface TemplateSend {
  callId: string;
  /** Vendors that take a reference of ours get this one, and send it back in receipts. */
  reference: string;
  mode: Mode;
  /** E.164, with the plus. */
  mobile: string;
  /** The region of the number, by ISO code; null for numbers of no country. */
  region: string | null;
  templateId: string;
  /** The text as the person will read it. */
  text: string;
  /** The values that fill the text, in its order. */
  variables: Readonly<Record<string, string>>;
  /** The template in this provider's own terms: its code, signature and variable names. */
  form: ProviderForm;
  parts: number;
}

export interface ProviderForm {
  code?: string;
  signature?: string;
  /** The provider's name for each of our variables, where it differs. */
  variables?: Readonly<Record<string, string>>;
  /** Our variables in the order in which the provider wants them; that of the text without it. */
  order?: readonly string[];
}

/** What a provider would refuse: the field of the request, and why, read after the field's name. */
export interface FormFault {
  field: string;
  problem: Words;
  /** The caller can do nothing about it: the operator has not said all that the provider must know. */
  isOperators?: boolean;
}

/** Asks what became of a message of which nobody knows whether it was sent. */
export interface StatusQuery {
  callId: string;
  /** What the vendor was told that the message is called; see TemplateSend. */
  reference: string;
  mobile: string;
  providerRef: string | null;
  /** The ids of the parts of a long message, where each has its own. */
  partRefs: readonly string[];
  /** By the clock of this process, as the adapter's own. */
  heldAt: Date;
}

/** The provider's word on one message. */
export interface StatusItem {
  /** `absent`: the provider certainly never took it. */
  state: 'absent' | 'sent' | 'delivered' | 'undelivered' | 'expired' | 'rejected' | 'unknown';
  providerRef: string;
  /** Why it did not arrive. */
  reason?: FailureReason;
  vendorCode?: string;
  detail: string;
  at: Date;
  cost?: Money;
}

/**
 * A provider's later word on a message, as its callback brings it. It names the message in one way; one that
 * is sure and names it in both tells what the vendor calls it, which other words may know alone.
 */
export interface Receipt {
  /** Ours, where the vendor says it again. */
  reference?: string;
  /** The vendor's own id of the message, or of one of its parts. */
  providerRef?: string;
  /** Which part it speaks of, where the parts of a message share one id. */
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

/** A vendor as an operator configured it, under a code of its own. */
interface ProviderFacts {
  code: string;
  /** The vendor that it is of. */
  vendorCode: string;
  title: Words;
  /** How long it can be asked about what it was given. */
  horizonHours: number;
  /** It gets nothing new, and is still asked about what it had. */
  isOff?: boolean;
  /** It says nothing more of a message by itself, and is asked how it stands. */
  isPolled?: boolean;
  costs?: CostList;
  /** What the operator has said of it; a provider of live face checks has all of them. */
  particulars?: Partial<Particulars>;
}

export type ProviderKind = 'sms' | 'face';

/** What a provider charges us, as decimals, where its answers do not say it. */
export interface CostList {
  /** For each part of a message, or for each check. */
  each?: string;
  /** The same by the region of the number. */
  regions?: Readonly<Record<string, string>>;
}

export interface SmsProvider extends ProviderFacts {
  kind: 'sms';
  /** What this provider cannot send, known before any money moves; undefined when it can. */
  findFault(send: TemplateSend): FormFault | undefined;
  send(send: TemplateSend, context: ProviderContext): Promise<Outcome>;
  /** Undefined for a provider that cannot be asked. */
  queryStatus?(query: StatusQuery, context: ProviderContext): Promise<StatusItem>;
}

/** Who is to be checked. */
export interface Person {
  name: string;
  cardNo: string;
}

export type Device = 'wechat' | 'mobile' | 'desktop';

export interface SessionStart {
  checkId: string;
  /** Whose check it is; nobody's when a provider is tried. */
  accountId?: number;
  person: Person;
  /** Where the person comes back to. */
  returnUrl: string;
  device: Device;
  language: Language;
  /** The same as a browser names it, where the page's own is finer: Traditional Chinese is Chinese, too. */
  languageTag?: string;
  /** What the page collected in the person's browser for this provider, if it asks for anything. */
  browserData: string | null;
  mode: Mode;
}

export type SessionStarted =
  | { kind: 'started'; sessionRef: string; url: string; expiresAt: Date }
  | Failure;

export interface SessionResult {
  state: 'open' | 'passed' | 'failed' | 'cancelled' | 'expired';
  /** The provider's id for the check. */
  taskId: string;
  /** Why it was not passed. */
  reason?: FailureReason;
  vendorCode?: string;
  detail?: string;
  cost?: Money;
}

/** A script of the vendor's own that the page loads after the consent, and asks for data. */
export interface BrowserData {
  script: string;
  /** The global function that gives the data. */
  call: string;
}

export interface FaceProvider extends ProviderFacts {
  kind: 'face';
  /** Live checks of this provider need a valid national ID number. */
  needsNationalId: boolean;
  /** Where its sessions work. */
  devices: readonly Device[];
  /** What the page must collect in the person's browser, after the consent, for a session to start. */
  browserData: BrowserData | null;
  /** What this provider says of the person before any money moves. */
  screen(person: Person): Outcome;
  startSession(start: SessionStart, context: ProviderContext): Promise<SessionStarted>;
  queryResult(sessionRef: string, context: ProviderContext): Promise<SessionResult>;
  /** Asks the vendor to forget the person; a vendor that keeps nothing has nothing to do. */
  erase(sessionRef: string, context: ProviderContext): Promise<void>;
}
