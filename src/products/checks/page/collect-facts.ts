import { renderSVG } from 'uqr';
import type { LegalParticulars } from '../../../foundation/contract/text/legal-particulars.ts';
import { redirectUrlProblem } from '../../../foundation/contract/text/redirect-url.ts';
import { basePathOf } from '../../../foundation/page/base-path.ts';
import { Html } from '../../../foundation/page/html.ts';
import {
  languageTags,
  type PageLanguage,
  wordsLanguageOf,
} from '../../../foundation/page/page-languages.ts';
import type { FaceProvider } from '../../../vendors/providers/provider.ts';
import type { CheckPorts } from '../check-ports.ts';
import { type CheckProviders, collectorOf, providersToName } from '../check-providers.ts';
import { openCheck } from '../check-secrets.ts';
import type { LinkedCheck } from '../queries.ts';
import { maxSessions } from '../session-queries.ts';
import { isBeginner, isEnd, isHelper, phaseOf, type Stage, type Viewer } from './check-stage.ts';
import { maskName, maskNumber } from './mask-person.ts';
import { scriptFramePath } from './script-frame.ts';
import { pageTexts } from './texts/page-texts.ts';
import { translatorFor } from './translator.ts';
import type { NamedParty, NamedProvider, ViewFacts } from './views/view-facts.ts';

/** The viewer of a check page, and the URL parameters it came with. */
export interface PageViewer extends Viewer {
  link: string;
  language: PageLanguage;
  /** Whether the person chose the language; the return URL from the provider then keeps it. */
  isLanguageChosen: boolean;
  /** The visitor name that the page gave its browser, if the URL has it. */
  visitorName: string | null;
  /** Only the user agent says desktop, so it may be a tablet. */
  isDeviceUnsure: boolean;
  /** The consent form was submitted without its checkbox. */
  isTickMissing: boolean;
  /** The result of texting the link, right after the attempt. */
  linkResult: ViewFacts['linkResult'];
}

export function pageUrlOf(ports: CheckPorts, link: string): string {
  return `${ports.settings.personUrl()}/v/${link}`;
}

/** The query parameters that the page's URLs pass on. */
export function queryOf(viewer: PageViewer): URLSearchParams {
  const query = new URLSearchParams();
  if (viewer.isLanguageChosen) query.set('lang', languageTags[viewer.language]);
  if (viewer.goesOnHere && viewer.device === 'desktop') query.set('here', '1');
  if (viewer.visitorName) query.set('by', viewer.visitorName);
  return query;
}

/** Collects the data that any view of the check may need. */
export async function collectFacts(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  providers: CheckProviders,
  stage: Stage,
): Promise<ViewFacts> {
  const { language } = viewer;
  const person = check.sealed && openCheck(ports.vault, check.checkId, check.sealed);
  const asked = askedOf(ports, check, providers, stage);
  const named = asked.map((provider) => namedIn(language, provider));
  const operator = operatorIn(language, await ports.operator());
  const query = queryOf(viewer);
  const basePath = basePathOf(ports.settings.personUrl());
  const browserData = browserDataOf(language, basePath, asked);
  return {
    stage,
    phase: phaseOf(check, viewer),
    language,
    translate: translatorFor(language, {
      asker: check.displayName,
      vendor: named.length > 0 ? [...new Set(named.map(({ name }) => name))] : check.providerCode,
      operator: operator?.name ?? new Html(pageTexts[language].operatorUnnamed),
      ...(browserData ? { collector: browserData.provider } : {}),
    }),
    path: `${basePath}/v/${viewer.link}`,
    query: query.size > 0 ? `?${query}` : '',
    asker: check.displayName,
    name: person ? maskName(person.name) : null,
    number: person ? maskNumber(person.cardNo) : null,
    expiresAt: check.expiresAt,
    providers: named,
    operator,
    isAskedAgain: check.consentedAt !== null,
    isTickMissing: viewer.isTickMissing && stage === 'consent',
    attemptsLeft: Math.max(0, maxSessions - check.sessionsStarted),
    hasConsent: check.consentedAt !== null,
    sessionsStarted: check.sessionsStarted,
    mayBeSent: check.mayBeSent,
    isOver: check.isOver,
    resultDays: ports.settings.resultDays,
    qrCode: stage === 'handover' ? qrCodeOf(pageUrlOf(ports, viewer.link)) : null,
    browserData,
    redirectUrl: redirectUrlIn(stage, person?.redirectUrl),
    isDesktop: viewer.device === 'desktop',
    servedDevices: [...new Set(providers.serving.flatMap(({ devices }) => devices))],
    isHelper: isHelper(check, viewer),
    isBeginner: isBeginner(check, viewer),
    otherWay: check.otherWay,
    textsLink: check.textsLink,
    isLinkTexted: check.linkTextedAt !== null,
    linkResult: viewer.linkResult,
    reason: check.reason,
    reference: check.reference,
  };
}

/** The contract already validated the URL. The page validates it again before linking to it. */
function redirectUrlIn(stage: Stage, redirectUrl: string | undefined): string | null {
  const isShown = isEnd(stage) || stage === 'handover';
  return isShown && redirectUrl && !redirectUrlProblem(redirectUrl) ? redirectUrl : null;
}

/** The providers that a view names: the ones to consent to, the agreed ones, or the one running the check. */
function askedOf(
  ports: CheckPorts,
  { providerCode }: LinkedCheck,
  providers: CheckProviders,
  stage: Stage,
): readonly FaceProvider[] {
  const own = ports.providers.get(providerCode);
  const asked = stage === 'consent' ? providersToName(providers) : providers.agreed;
  if (stage !== 'waiting' && stage !== 'handover' && asked.length > 0) return asked;
  return own ? [own] : [];
}

/** A provider under its legal name, or else its title on the platform. */
function namedIn(
  language: PageLanguage,
  { code, vendorCode, title, particulars = {} }: FaceProvider,
): NamedProvider {
  const own = vendorCode === 'sandbox' ? pageTexts[language].sandbox : undefined;
  const { legalName, contact, privacyUrl, keepDays, isAbroad = false } = particulars;
  const words = wordsLanguageOf(language);
  return {
    ...{ code, contact, privacyUrl, keepDays, isAbroad },
    name: own ?? legalName?.[words] ?? title[words],
  };
}

function operatorIn(language: PageLanguage, operator: LegalParticulars | null): NamedParty | null {
  if (!operator) return null;
  const { legalName, contact, privacyUrl } = operator;
  return { name: legalName[wordsLanguageOf(language)], contact, privacyUrl };
}

function browserDataOf(
  language: PageLanguage,
  basePath: string,
  asked: readonly FaceProvider[],
): ViewFacts['browserData'] {
  const collector = collectorOf(asked);
  if (!collector) return null;
  return {
    provider: namedIn(language, collector).name,
    frameUrl: basePath + scriptFramePath(collector.code),
  };
}

/** A QR code with a quiet zone of four modules, as its standard requires. */
function qrCodeOf(url: string): Html {
  return new Html(renderSVG(url, { border: 4, ecc: 'M', pixelSize: 4 }));
}
