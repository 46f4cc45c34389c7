import { renderSVG } from 'uqr';
import { isolate } from '../contract/isolate.ts';
import type { Language } from '../contract/languages.ts';
import { redirectUrlProblem } from '../contract/redirect-url.ts';
import { basePathOf } from '../page/base-path.ts';
import { Html } from '../page/html.ts';
import type { WebFiles } from '../page/web-files.ts';
import type { FaceProvider } from '../providers/provider.ts';
import { renderPage, titleOf } from './check-page.ts';
import type { CheckPorts } from './check-ports.ts';
import {
  type CheckProviders,
  collectorOf,
  findCheckProviders,
  needsConsent,
  providersToName,
} from './check-providers.ts';
import { openCheck } from './check-secrets.ts';
import { isEnd, type Stage, stageOf, type Viewer } from './check-stage.ts';
import { languageTags, sayIn } from './check-texts.ts';
import { type NamedProvider, renderView, type ViewFacts } from './check-views.ts';
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

export async function showView(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  stage?: Stage,
): Promise<ShownView> {
  const providers = await findCheckProviders(ports, check, viewer.device);
  return viewOf(ports, check, viewer, providers, stage);
}

function viewOf(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  providers: CheckProviders,
  stage: Stage = stageOf(check, viewer, needsConsent(check, providers)),
): ShownView {
  const facts = viewFacts(ports, check, viewer, providers, stage);
  const named = stage === 'consent' ? facts.providers.map(({ code }) => ` ${code}`).join('') : '';
  return {
    stage,
    key: `${stage} ${facts.attemptsLeft} ${facts.isUnderWay}${named}`,
    title: titleOf(facts.say, check.displayName),
    html: renderView(facts).text,
  };
}

/** The whole page, and the scripts of providers that it may load, on whatever device it turns out to be. */
export interface ShownPage {
  html: string;
  scripts: readonly string[];
}

export async function showPage(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  webFiles: WebFiles,
): Promise<ShownPage> {
  const providers = await findCheckProviders(ports, check, viewer.device);
  const scripts = providers.serving.flatMap(({ browserData }) => browserData?.script ?? []);
  return {
    html: pageOf(ports, check, viewer, webFiles, viewOf(ports, check, viewer, providers)),
    scripts: [...new Set(scripts)],
  };
}

function pageOf(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  webFiles: WebFiles,
  shown: ShownView,
): string {
  const { language, link } = viewer;
  const other: Language = language === 'en' ? 'zh' : 'en';
  const basePath = basePathOf(ports.settings.publicUrl());
  return renderPage({
    language,
    say: sayIn(language, { asker: check.displayName }),
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
  providers: CheckProviders,
  stage: Stage,
): ViewFacts {
  const person = check.sealed && openCheck(ports.vault, check.checkId, check.sealed);
  const redirectUrl = person?.redirectUrl;
  const asked = stage === 'consent' ? providersToName(providers) : providers.agreed;
  const named = asked.map((provider) => namedIn(viewer.language, provider));
  const lang = viewer.isLanguageChosen ? `&lang=${languageTags[viewer.language]}` : '';
  return {
    stage,
    language: viewer.language,
    say: sayIn(viewer.language, {
      asker: check.displayName,
      provider: whoIs(ports, check, viewer.language, stage === 'waiting' ? [] : named),
    }),
    providers: named,
    isAskedAgain: check.consentedAt !== null,
    name: person?.name ?? null,
    number: person ? maskNumber(person.cardNo) : null,
    secondsLeft: check.secondsLeft,
    attemptsLeft: Math.max(0, mostSessions - check.sessionsStarted),
    resultDays: ports.settings.resultDays,
    isUnderWay: check.consentedAt !== null,
    qrCode: stage === 'handover' ? qrCodeOf(pageUrlOf(ports, viewer.link)) : null,
    browserData: browserDataOf(viewer.language, asked),
    // The contract has refused whatever is no address; a page that leads there looks again.
    redirectUrl:
      isEnd(stage) && redirectUrl && !redirectUrlProblem(redirectUrl) ? redirectUrl : null,
    hereUrl: providers.serving.some(({ devices }) => devices.includes('desktop'))
      ? `${basePathOf(ports.settings.publicUrl())}/v/${viewer.link}?here=1${lang}`
      : null,
  };
}

function namedIn(
  language: Language,
  { code, title, particulars = {} }: FaceProvider,
): NamedProvider {
  const { legalName, contact, keepDays, privacyUrl } = particulars;
  return {
    code,
    name: legalName?.[language] ?? title[language],
    ...(contact === undefined ? {} : { contact }),
    keeps: keepDays === undefined ? undefined : keptFor[language](keepDays),
    ...(privacyUrl === undefined ? {} : { privacyUrl }),
  };
}

const keptFor: Record<Language, (days: number) => string> = {
  en: (days) => `what it received, for ${days} days`,
  zh: (days) => `收到的信息，保存 ${days} 天`,
};

/** Those who may do the check; or else the one who has it, who may have been switched off since. */
function whoIs(
  { providers }: CheckPorts,
  { providerCode }: LinkedCheck,
  language: Language,
  named: readonly NamedProvider[],
): string[] {
  if (named.length > 0) return [...new Set(named.map(({ name }) => name))];
  const provider = providers.get(providerCode);
  return [provider ? namedIn(language, provider).name : providerCode];
}

function browserDataOf(
  language: Language,
  asked: readonly FaceProvider[],
): ViewFacts['browserData'] {
  const collector = collectorOf(asked);
  if (!collector?.browserData) return null;
  return { ...collector.browserData, provider: isolate(namedIn(language, collector).name) };
}

function qrCodeOf(url: string): Html {
  return new Html(renderSVG(url, { border: 3, ecc: 'M', pixelSize: 4 }));
}
