import { checkStatus } from '../../../foundation/contract/wire/face.ts';
import { basePathOf } from '../../../foundation/page/base-path.ts';
import { Html } from '../../../foundation/page/html.ts';
import { markUrl } from '../../../foundation/page/skin/skin.ts';
import type { WebFiles } from '../../../foundation/page/web-files.ts';
import type { CheckPorts } from '../check-ports.ts';
import {
  type CheckProviders,
  collectorOf,
  findCheckProviders,
  isDeviceServed,
  needsConsent,
} from '../check-providers.ts';
import type { LinkedCheck } from '../queries.ts';
import { renderPage, titleOf } from './check-page.ts';
import { type Stage, stageOf } from './check-stage.ts';
import { collectFacts, type PageViewer, queryOf } from './collect-facts.ts';
import type { PageTextName } from './texts/en.ts';
import { announcementOf, renderView, titleTextOf } from './views/render-view.ts';
import type { ViewFacts } from './views/view-facts.ts';

/** The changing part of the page, as its script fetches it. */
interface ShownView {
  stage: Stage;
  /**
   * Identifies the view. While the key stays the same, the page does not replace what the person is reading.
   */
  key: string;
  title: string;
  /** What the status region announces when the view changes by itself. */
  said: string;
  html: string;
  /** The progress fingerprint at rendering time; later ones are compared with it. */
  progress: string;
  secondsLeft: number;
  /** Whether there is a consent that can be withdrawn. */
  isWithdrawable: boolean;
}

export async function showView(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  stage?: Stage,
): Promise<ShownView> {
  const providers = await findCheckProviders(ports, check, viewer.device);
  return viewOf(check, await factsOf(ports, check, viewer, providers, stage));
}

function factsOf(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  providers: CheckProviders,
  stage: Stage = stageOf(check, viewer, {
    needsConsent: needsConsent(check, providers),
    isDeviceServed: isDeviceServed(providers),
  }),
): Promise<ViewFacts> {
  return collectFacts(ports, check, viewer, providers, stage);
}

function viewOf(check: LinkedCheck, facts: ViewFacts): ShownView {
  const { stage, translate } = facts;
  const said = announcementOf(facts);
  return {
    stage,
    key: keyOf(facts),
    title: titleOf(translate, titleTextOf(facts), check.displayName),
    said: said ? translate.plain(said, { phone: facts.linkResult?.phone ?? '' }) : '',
    html: renderView(facts).text,
    progress: check.progress,
    secondsLeft: check.secondsLeft,
    isWithdrawable: check.consentedAt !== null && check.withdrawnAt === null,
  };
}

function keyOf(facts: ViewFacts): string {
  const { stage, phase, attemptsLeft, isHelper, isTickMissing, isLinkTexted, linkResult } = facts;
  if (stage === 'handover') return [stage, phase, isLinkTexted, linkResult?.kind].join(' ');
  const named = stage === 'consent' ? facts.providers.map(({ code }) => code) : [];
  return [stage, attemptsLeft, isHelper, isTickMissing, ...named].join(' ');
}

export interface ShownPage {
  html: string;
  /** Whether the script of a provider may run in a frame of the page, on any device. */
  hasFrame: boolean;
}

/** A page beside the main steps: a confirmation, the alternatives, or the redirect to the provider. */
export interface SidePage {
  title: PageTextName;
  render(facts: ViewFacts): Html;
  /** The URL that the browser opens by itself. */
  refreshUrl?: string;
}

export async function showPage(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  webFiles: WebFiles,
  { side, stage }: { side?: SidePage; stage?: Stage | undefined } = {},
): Promise<ShownPage> {
  const providers = await findCheckProviders(ports, check, viewer.device);
  const facts = await factsOf(ports, check, viewer, providers, stage);
  const shown = viewOf(check, facts);
  const sideShown = side && {
    stage: 'side',
    key: 'side',
    title: titleOf(facts.translate, side.title, check.displayName),
    html: side.render(facts).text,
  };
  const html = pageHtml(ports, check, viewer, webFiles, {
    facts,
    shown: { ...shown, ...sideShown },
    isTest: check.mode === 'test' || isSandboxed(ports, check, providers),
    side,
  });
  return { html, hasFrame: collectorOf(providers.serving) !== undefined };
}

/** Checks served by the sandbox are labelled as such, in live mode too. */
function isSandboxed(
  ports: CheckPorts,
  { providerCode }: LinkedCheck,
  { serving }: CheckProviders,
): boolean {
  const own = ports.providers.get(providerCode);
  return [...serving, ...(own ? [own] : [])].some(({ vendorCode }) => vendorCode === 'sandbox');
}

/** The page's script, followed by its imports, which the page preloads. */
const scriptNames = [
  ...['check.ts', 'follow.ts', 'device.ts', 'leave.ts', 'local-times.ts', 'retry.ts'],
  ...['ticks.ts', 'visitor.ts'],
];
const sideScripts = ['side.ts', 'local-times.ts'];

function pageHtml(
  ports: CheckPorts,
  check: LinkedCheck,
  viewer: PageViewer,
  webFiles: WebFiles,
  {
    facts,
    shown,
    isTest,
    side,
  }: {
    facts: ViewFacts;
    shown: Omit<ShownView, 'stage'> & { stage: string };
    isTest: boolean;
    side: SidePage | undefined;
  },
): string {
  const { path, translate } = facts;
  const basePath = basePathOf(ports.settings.personUrl());
  const query = queryOf(viewer);
  if (viewer.wantsCode) query.set('code', '1');
  return renderPage({
    language: viewer.language,
    translate,
    asker: check.displayName,
    logo: check.hasLogo
      ? { url: `${path}/logo`, darkUrl: check.hasDarkLogo ? `${path}/logo?scheme=dark` : null }
      : null,
    markUrl: markUrl(basePath),
    themeUrl:
      check.colour && `${basePath}/assets/theme-2/${check.colour.slice(1).toLowerCase()}.css`,
    isTest,
    isFollowing: !side,
    query,
    styleUrl: webFiles.url('check.css'),
    scriptUrls: (side ? sideScripts : scriptNames).map(webFiles.url),
    operator: facts.operator,
    withdrawUrl: side ? null : `${path}/withdraw${facts.query}`,
    needsScript: facts.browserData !== null,
    refreshUrl: side?.refreshUrl,
    shown,
    view: new Html(shown.html),
    isDeviceUnsure: viewer.isDeviceUnsure && facts.stage === 'handover',
  });
}

export function isPending(check: LinkedCheck): boolean {
  return check.status === checkStatus.pending && !check.isOver;
}
