import type { TObject } from 'typebox';
import type { Language } from '../contract/envelope.ts';
import type { Mode } from '../contract/products.ts';

/**
 * What a provider did. `rejected`: it refuses this data and would again. `unavailable`: it certainly
 * did nothing. `unknown`: it may have done it, and only it can tell; whatever an adapter cannot place
 * is this.
 */
export type Outcome =
  | { kind: 'done'; providerRef: string }
  | { kind: 'rejected'; detail: string }
  | { kind: 'unavailable'; detail: string }
  | { kind: 'unknown'; detail: string };

/** What the platform asks a provider to send: one template with its variables to one number. */
export interface TemplateSend {
  callId: string;
  /** Vendors that take a reference of ours get this one, and send it back in receipts. */
  reference: string;
  mode: Mode;
  /** E.164, with the plus. */
  mobile: string;
  templateId: string;
  /** The text as the person will read it. */
  text: string;
  variables: Readonly<Record<string, string>>;
  /** The template in this provider's own terms: its code, signature and variable names. */
  form: ProviderForm;
  parts: number;
}

export interface ProviderForm {
  code?: string;
  signature?: string;
  /** The provider's name for each of our variables. */
  variables?: Readonly<Record<string, string>>;
}

/** Asks what became of a message of which nobody knows whether it was sent. */
export interface StatusQuery {
  callId: string;
  mobile: string;
  providerRef: string | null;
  heldAt: Date;
}

/** The provider's word on one message. */
export interface StatusItem {
  /** `absent`: the provider certainly never took it. */
  state: 'absent' | 'sent' | 'delivered' | 'undelivered' | 'expired' | 'rejected' | 'unknown';
  providerRef: string;
  detail: string;
  at: Date;
}

/** A provider's later word on a message, as its callback brings it. */
export interface Receipt {
  reference: string;
  state: Exclude<StatusItem['state'], 'absent' | 'unknown'>;
  providerCode: string;
  detail: string;
  at: Date;
}

export interface ProviderContext {
  signal: AbortSignal;
}

interface ProviderFacts {
  code: string;
  title: string;
  /** The settings that an operator fills in; secrets carry `secret: true`. */
  configSchema: TObject;
}

export interface SmsProvider extends ProviderFacts {
  kind: 'sms';
  /** What this provider cannot send, known before any money moves; undefined when it can. */
  findFault(send: TemplateSend): { field: string; problem: string } | undefined;
  send(send: TemplateSend, context: ProviderContext): Promise<Outcome>;
  queryStatus(query: StatusQuery, context: ProviderContext): Promise<StatusItem>;
}

/** Who is to be checked. */
export interface Person {
  name: string;
  cardNo: string;
}

export type Device = 'wechat' | 'mobile' | 'desktop';

export interface SessionStart {
  checkId: string;
  person: Person;
  /** Where the person comes back to. */
  returnUrl: string;
  device: Device;
  language: Language;
  /** What the page collected in the person's browser for this provider, if it asks for anything. */
  browserData: string | null;
  mode: Mode;
}

export type SessionStarted =
  | { kind: 'started'; sessionRef: string; url: string; expiresAt: Date }
  | { kind: 'rejected' | 'unavailable' | 'unknown'; detail: string };

export interface SessionResult {
  state: 'open' | 'passed' | 'failed' | 'cancelled' | 'expired';
  taskId: string;
}

export interface FaceProvider extends ProviderFacts {
  kind: 'face';
  /** Live checks of this provider need a valid national ID number. */
  needsNationalId: boolean;
  /** Browser data that the page must collect before a session can start. */
  browserData: 'none' | 'meta-info';
  /** What this provider says of the person before any money moves. */
  screen(person: Person): Outcome;
  startSession(start: SessionStart, context: ProviderContext): Promise<SessionStarted>;
  queryResult(sessionRef: string, context: ProviderContext): Promise<SessionResult>;
  /** Asks the vendor to forget the person; a vendor that keeps nothing has nothing to do. */
  erase(sessionRef: string, context: ProviderContext): Promise<void>;
}
