import { renderSVG } from 'uqr';
import type { Language } from '../contract/envelope.ts';
import { checkStatus } from '../contract/face.ts';
import { redirectUrlProblem } from '../contract/redirect-url.ts';
import { basePathOf } from '../page/base-path.ts';
import { Html } from '../page/html.ts';
import type { WebFiles } from '../page/web-files.ts';
import type { BrowserData } from '../providers/provider.ts';
import { renderPage, titleOf } from './check-page.ts';
import type { CheckPorts } from './check-ports.ts';
import { openCheck } from './check-secrets.ts';
import { isEnd, type Stage, stageOf, type Viewer } from './check-stage.ts';
import { languageTags, type Say, sayIn } from './check-texts.ts';
import { renderView, type ViewFacts } from './check-views.ts';
import { maskNumber } from './mask-person.ts';
import type { LinkedCheck } from './queries.ts';
import { mostSessions } from './session-queries.ts';

/** Who looks at a check, and through which address. */
export interface PageViewer extends Viewer {
  link: string;
  language: Language;
  /** Whether the person chose the language, so that the way back from the provider keeps it. */
  isLanguageChosen: boolean;
}

/** The part of the page that changes, as the page's script asks for it. */
export interface ShownView {
  stage: Stage;
  /** The same key means the same view, so that a page does not replace what somebody is reading. */
  key: string;
  title: string;
  html: string;
}

export function pageUrlOf(ports: CheckPorts, link: string): string {
  return `${ports.settings.publicUrl()}/v/${link}`;
}

/** What the page of a check collects in the browser; nothing once the check has ended. */
export function browserDataOf(
  { providers }: Pick<CheckPorts, 'providers'>,
  { status, providerCode }: Pick<LinkedCheck, 'status' | 'providerCode'>,
): BrowserData | null {
  if (status !== checkStatus.pending) return null;
  return providers.get(providerCode)?.browserData ?? null;
}

export function showView(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  stage: Stage = stageOf(check, viewer),
): ShownView {
  const facts = viewFacts(ports, check, viewer, stage);
  return {
    stage,
    key: `${stage} ${facts.attemptsLeft} ${facts.isUnderWay}`,
    title: titleOf(facts.say, check.displayName),
    html: renderView(facts).text,
  };
}

export function showPage(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  webFiles: WebFiles,
): string {
  const { language, link } = viewer;
  const shown = showView(ports, check, viewer);
  const other: Language = language === 'en' ? 'zh' : 'en';
  const basePath = basePathOf(ports.settings.publicUrl());
  return renderPage({
    language,
    say: sayOf(ports, check, language),
    asker: check.displayName,
    logoUrl: check.hasLogo ? `${basePath}/v/${link}/logo` : null,
    themeUrl: check.colour && `${basePath}/assets/theme/${check.colour.slice(1).toLowerCase()}.css`,
    isTest: check.mode === 'test',
    otherLanguageUrl: `?lang=${languageTags[other]}${viewer.goesOnHere ? '&here=1' : ''}`,
    styleUrl: webFiles.url('check.css'),
    scriptUrls: ['check.ts', 'follow.ts', 'device.ts', 'leave.ts'].map(webFiles.url),
    stage: shown.stage,
    key: shown.key,
    view: new Html(shown.html),
  });
}

function viewFacts(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  stage: Stage,
): ViewFacts {
  const person = check.sealed && openCheck(ports.vault, check.checkId, check.sealed);
  const redirectUrl = person?.redirectUrl;
  const lang = viewer.isLanguageChosen ? `&lang=${languageTags[viewer.language]}` : '';
  return {
    stage,
    language: viewer.language,
    say: sayOf(ports, check, viewer.language),
    name: person?.name ?? null,
    number: person ? maskNumber(person.cardNo) : null,
    secondsLeft: check.secondsLeft,
    attemptsLeft: Math.max(0, mostSessions - check.sessionsStarted),
    resultDays: ports.settings.resultDays,
    isUnderWay: check.consentedAt !== null,
    qrCode: stage === 'handover' ? qrCodeOf(pageUrlOf(ports, viewer.link)) : null,
    browserData: browserDataOf(ports, check),
    // The contract has refused whatever is no address; a page that leads there looks again.
    redirectUrl:
      isEnd(stage) && redirectUrl && !redirectUrlProblem(redirectUrl) ? redirectUrl : null,
    hereUrl: `${basePathOf(ports.settings.publicUrl())}/v/${viewer.link}?here=1${lang}`,
  };
}

function sayOf(ports: CheckPorts, check: LinkedCheck, language: Language): Say {
  const provider = ports.providers.get(check.providerCode);
  return sayIn(language, {
    asker: check.displayName,
    provider: provider?.title[language] ?? check.providerCode,
  });
}

function qrCodeOf(url: string): Html {
  return new Html(renderSVG(url, { border: 3, ecc: 'M', pixelSize: 4 }));
}
