import { type Html, html } from '../../../../foundation/page/html.ts';
import { isEnd, type Phase, type Stage } from '../check-stage.ts';
import type { PageTextName } from '../texts/en.ts';
import { consentView } from './consent-view.ts';
import { endView, headingOf } from './end-views.ts';
import {
  downView,
  elsewhereView,
  elsewhereWords,
  readyView,
  retryView,
  waitingView,
} from './going-views.ts';
import { handoverView, stopDialog } from './handover-view.ts';
import type { ViewFacts } from './view-facts.ts';

/** The changing part of the page: heading, text and actions. */
export function renderView(facts: ViewFacts): Html {
  const canBeAsked = facts.isDesktop && !isEnd(facts.stage);
  return html`${stageView(facts)}${canBeAsked && stopDialog(facts)}`;
}

function stageView(facts: ViewFacts): Html {
  switch (facts.stage) {
    case 'handover':
      return handoverView(facts);
    case 'elsewhere':
      return elsewhereView(facts);
    case 'consent':
      return consentView(facts);
    case 'ready':
      return readyView(facts);
    case 'waiting':
      return waitingView(facts);
    case 'retry':
      return retryView(facts);
    case 'down':
      return downView(facts);
    default:
      return endView(facts, facts.stage);
  }
}

/** The window title of a view. */
export function titleTextOf(facts: ViewFacts): PageTextName {
  const { stage, phase, isHelper } = facts;
  if (stage === 'handover') return phaseTitles[phase];
  if (stage === 'elsewhere') return elsewhereWords(facts)[0];
  if (stage === 'passed' && isHelper) return 'doneTitle';
  return stage === 'expired' ? headingOf(facts, stage) : titles[stage];
}

const titles: Readonly<Record<Exclude<Stage, 'handover' | 'elsewhere' | 'expired'>, PageTextName>> =
  {
    consent: 'consentTitle',
    ready: 'readyTitle',
    waiting: 'waitingHeading',
    retry: 'retryHeading',
    down: 'downHeading',
    passed: 'passedHeading',
    failed: 'failedTitle',
    cancelled: 'cancelledHeading',
    withdrawn: 'withdrawnHeading',
    used: 'usedHeading',
  };

const phaseTitles: Readonly<Record<Phase, PageTextName>> = {
  scan: 'handoverHeading',
  connected: 'connectedHeading',
  consented: 'connectedHeading',
  under_way: 'underWayHeading',
};

/** What the status region announces when the view changes by itself; null uses the heading. */
export function announcementOf({ stage, phase, linkResult }: ViewFacts): PageTextName | null {
  if (linkResult?.kind === 'sent') return 'texted';
  if (stage === 'ready') return 'readySaid';
  return stage === 'handover' ? phaseSaid[phase] : null;
}

const phaseSaid: Readonly<Record<Phase, PageTextName | null>> = {
  scan: null,
  connected: 'connectedSaid',
  consented: 'consentedSaid',
  under_way: 'underWaySaid',
};
