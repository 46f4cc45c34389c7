import type { FailureReason } from '../../../../foundation/contract/errors/failure-reasons.ts';
import type { Html } from '../../../../foundation/page/html.ts';
import type { PageLanguage } from '../../../../foundation/page/page-languages.ts';
import type { Device } from '../../../../vendors/providers/provider.ts';
import type { Phase, Stage } from '../check-stage.ts';
import type { Masked } from '../mask-person.ts';
import type { Translate } from '../translator.ts';

/** The data of a view. It contains personal data only where the view shows it, masked. */
export interface ViewFacts {
  stage: Stage;
  /** The phone's progress, for the desktop view. */
  phase: Phase;
  language: PageLanguage;
  translate: Translate;
  /** The page's path, and the query that its links and forms pass on. */
  path: string;
  query: string;
  /** The account's display name. */
  asker: string;
  name: Masked | null;
  number: Masked | null;
  expiresAt: Date;
  /** The providers that the consent names. */
  providers: readonly NamedProvider[];
  operator: NamedParty | null;
  /** Whether the person consented before, to other providers. */
  isAskedAgain: boolean;
  /** The form was submitted without its checkbox. */
  isTickMissing: boolean;
  attemptsLeft: number;
  hasConsent: boolean;
  sessionsStarted: number;
  /** Whether the person's data was, or may have been, sent to a provider. */
  mayBeSent: boolean;
  /** Whether the link has expired. A check can end earlier. */
  isOver: boolean;
  resultDays: number;
  /** An SVG of the page's URL. */
  qrCode: Html | null;
  /** What the page must collect after the consent and before a session starts. */
  browserData: {
    provider: string;
    /** The document that runs the provider's script. */
    frameUrl: string;
  } | null;
  redirectUrl: string | null;
  isDesktop: boolean;
  /** The devices on which a provider can check the person. */
  servedDevices: readonly Device[];
  /** Whether this phone joined a check that was started on a computer. */
  isHelper: boolean;
  /** Whether the page may return automatically. */
  isBeginner: boolean;
  otherWay: { url: string | null; phone: string | null };
  textsLink: boolean;
  isLinkTexted: boolean;
  /** The result of texting the link, right after the attempt. */
  linkResult: {
    kind: 'sent' | 'already_sent' | 'number_invalid' | 'refused';
    phone: string;
    /** The number as typed, so that the person can correct it. */
    typed: string;
  } | null;
  reason: FailureReason | null;
  reference: string;
}

/** A recipient of personal data, named in the person's language. */
export interface NamedParty {
  name: string;
  contact?: string | undefined;
  privacyUrl?: string | undefined;
}

export interface NamedProvider extends NamedParty {
  code: string;
  keepDays?: number | undefined;
  isAbroad: boolean;
}
