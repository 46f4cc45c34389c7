import type { FailureReason } from '../../../../foundation/contract/errors/failure-reasons.ts';
import type { Html } from '../../../../foundation/page/html.ts';
import type { PageLanguage } from '../../../../foundation/page/page-languages.ts';
import type { BrowserData } from '../../../../vendors/providers/provider.ts';
import type { Phase, Stage } from '../check-stage.ts';
import type { Masked } from '../mask-person.ts';
import type { Say } from '../say.ts';

/** What a view can be made of. Personal data is in it only where it is shown, and masked there. */
export interface ViewFacts {
  stage: Stage;
  /** How far the phone is, where the desktop tells it. */
  phase: Phase;
  language: PageLanguage;
  say: Say;
  /** The path of the page, and what its links and forms carry on. */
  path: string;
  query: string;
  /** The account that asks, as it wants to be called. */
  asker: string;
  name: Masked | null;
  number: Masked | null;
  expiresAt: Date;
  /** Whom the consent names. */
  providers: readonly NamedProvider[];
  operator: NamedParty | null;
  /** The person agreed before, to others. */
  isAskedAgain: boolean;
  /** The form came without its tick. */
  isTickMissing: boolean;
  attemptsLeft: number;
  hasConsent: boolean;
  sessionsStarted: number;
  /** The person's data went to a provider, or may have. */
  mayBeSent: boolean;
  /** The time of the link is over; a check can end before. */
  isOver: boolean;
  resultDays: number;
  /** An SVG of the page's own address. */
  qrCode: Html | null;
  /** What the page must collect, after the consent, before a session starts. */
  browserData: (BrowserData & { provider: string }) | null;
  redirectUrl: string | null;
  isDesktop: boolean;
  /** Somebody's sessions work on a desktop. */
  isDesktopAble: boolean;
  /** This phone helps a computer, on which the person began. */
  isHelper: boolean;
  /** The page may return by itself. */
  isBeginner: boolean;
  otherWay: { url: string | null; phone: string | null };
  textsLink: boolean;
  isLinkTexted: boolean;
  /** What came of sending the link to a phone, right after it was tried. */
  told: {
    kind: 'sent' | 'already_sent' | 'number_invalid' | 'refused';
    phone: string;
    /** The number as it was typed, which whoever mistyped it goes on with. */
    typed: string;
  } | null;
  reason: FailureReason | null;
  reference: string;
}

/** One who receives something of the person, in the words of their language. */
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
