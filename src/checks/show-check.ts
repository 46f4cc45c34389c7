import { renderSVG } from 'uqr';
import type { Line } from '../calls/line.ts';
import type { Language } from '../contract/envelope.ts';
import { redirectUrlProblem } from '../contract/face.ts';
import { Html } from '../page/html.ts';
import type { WebFiles } from '../page/web-files.ts';
import { renderPage, titleOf } from './check-page.ts';
import { openCheck } from './check-secrets.ts';
import { isEnd, type Onlooker, type Stage, stageOf } from './check-stage.ts';
import { languageTags, type Say, sayIn } from './check-texts.ts';
import { renderView, type ViewFacts } from './check-views.ts';
import { maskNumber } from './mask-person.ts';
import type { LinkedCheck } from './queries.ts';
import { mostSessions } from './session-queries.ts';

/** Who looks at a check, and through which address. */
export interface Looking extends Onlooker {
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

export function pageUrlOf(line: Line, link: string): string {
  return `${line.settings.publicUrl()}/v/${link}`;
}

export function showView(
  line: Line,
  check: LinkedCheck,
  looking: Looking,
  stage: Stage = stageOf(check, looking),
): ShownView {
  const facts = viewFacts(line, check, looking, stage);
  return {
    stage,
    key: `${stage} ${facts.attemptsLeft} ${facts.isUnderWay}`,
    title: titleOf(facts.say, check.displayName),
    html: renderView(facts).text,
  };
}

export function showPage(
  line: Line,
  check: LinkedCheck,
  looking: Looking,
  webFiles: WebFiles,
): string {
  const { language, link } = looking;
  const shown = showView(line, check, looking);
  const other: Language = language === 'en' ? 'zh' : 'en';
  return renderPage({
    language,
    say: sayOf(line, check, language),
    asker: check.displayName,
    logoUrl: check.hasLogo ? `/v/${link}/logo` : null,
    themeUrl: check.colour && `/assets/theme/${check.colour.slice(1).toLowerCase()}.css`,
    isTest: check.mode === 'test',
    otherLanguageUrl: `?lang=${languageTags[other]}${looking.isHere ? '&here=1' : ''}`,
    styleUrl: webFiles.url('check.css'),
    scriptUrls: ['check.ts', 'follow.ts', 'device.ts', 'leave.ts'].map(webFiles.url),
    stage: shown.stage,
    key: shown.key,
    view: new Html(shown.html),
  });
}

function viewFacts(line: Line, check: LinkedCheck, looking: Looking, stage: Stage): ViewFacts {
  const person = check.sealed && openCheck(line.vault, check.checkId, check.sealed);
  const redirectUrl = person?.redirectUrl;
  const provider = line.registry.face.get(check.providerCode);
  const lang = looking.isLanguageChosen ? `&lang=${languageTags[looking.language]}` : '';
  return {
    stage,
    language: looking.language,
    say: sayOf(line, check, looking.language),
    name: person?.name ?? null,
    number: person ? maskNumber(person.cardNo) : null,
    secondsLeft: check.secondsLeft,
    attemptsLeft: Math.max(0, mostSessions - check.sessionsStarted),
    resultDays: line.settings.resultDays,
    isUnderWay: check.consentedAt !== null,
    qrCode: stage === 'handover' ? qrCodeOf(pageUrlOf(line, looking.link)) : null,
    browserData: provider?.browserData ?? 'none',
    // The contract has refused whatever is no address; a page that leads there looks again.
    redirectUrl:
      isEnd(stage) && redirectUrl && !redirectUrlProblem(redirectUrl) ? redirectUrl : null,
    hereUrl: `/v/${looking.link}?here=1${lang}`,
  };
}

function sayOf(line: Line, check: LinkedCheck, language: Language): Say {
  const provider = line.registry.face.get(check.providerCode);
  return sayIn(language, {
    asker: check.displayName,
    provider: provider?.title ?? check.providerCode,
  });
}

function qrCodeOf(url: string): Html {
  return new Html(renderSVG(url, { border: 3, ecc: 'M', pixelSize: 4 }));
}
