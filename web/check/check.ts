import { findDevice } from './device.ts';
import { follow } from './follow.ts';
import { startLeaveCountdown, watchApp } from './leave.ts';
import { writeTimes } from './local-times.ts';
import { type Retrying, startRetries } from './retry.ts';
import { restoreTicks, saveTicks } from './ticks.ts';
import { findVisitor } from './visitor.ts';

/** The view as rendered by the server; with `url`, the person is sent there instead. */
interface Shown {
  stage: string;
  key: string;
  title: string;
  said: string;
  html: string;
  progress: string;
  secondsLeft: number;
  /** Consent was given and can be withdrawn. */
  isWithdrawable: boolean;
  url?: string;
  /** The check is open on another device: ask before ending it there. */
  asks?: boolean;
}

/** Whether the person caused a view here, or another device or time did. */
type Cause = 'own' | 'other';

const ends = ['passed', 'failed', 'expired', 'cancelled', 'withdrawn', 'used'];
const waitingPollMs = 2_000;
const longWaitMs = 60_000;
const lastMinutes = 5 * 60;

const view = document.getElementById('view') as HTMLElement;
const offline = document.getElementById('offline') as HTMLElement;
const status = document.getElementById('status') as HTMLElement;
const base = /^.*\/v\/[^/]+/.exec(location.pathname)?.[0] ?? '';
const device = findDevice();
const visitor = findVisitor(base.slice(base.lastIndexOf('/') + 1));
const isReturn = location.pathname.endsWith('/return');

let { stage = '', key: shownKey = '', progress = '' } = view.dataset;
let secondsLeft = Number(view.dataset.seconds);
let shownAt = Date.now();
let isBusy = false;
let presses = 0;
let retrying: Retrying | undefined;
let stopFollowing = () => {};

function address(part: string): string {
  const query = new URLSearchParams(location.search);
  query.set('device', device);
  query.set('by', visitor);
  if (isReturn) query.set('here', '1');
  return `${base}/${part}?${query}`;
}

async function ask(part: string, body?: object): Promise<Shown> {
  const response = await fetch(address(part), {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : null,
    cache: 'no-store',
  });
  // The page is of an older version, or the check is gone: reload. Not for `visit`, which runs at every load.
  const isRefused = response.status >= 400 && response.status < 429;
  if (isRefused && part !== 'visit') location.reload();
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

/** For screen readers; a new view is announced by its focused heading. */
function announce(text: string | undefined): void {
  if (text) status.textContent = text;
}

function show(next: Shown, cause: Cause): void {
  const isSame = next.key === shownKey;
  progress = next.progress;
  secondsLeft = next.secondsLeft;
  shownAt = Date.now();
  view.removeAttribute('data-unsure');
  const withdraw = document.getElementById('withdraw');
  if (withdraw) withdraw.hidden = !next.isWithdrawable;
  if (!isSame) replaceView(next, cause);
  if (next.asks) askFirst(next);
}

/** The same view may be shown already, so only its question is replaced. */
function askFirst({ html }: Shown): void {
  const asked = new DOMParser().parseFromString(html, 'text/html').querySelector('dialog');
  if (!asked) return;
  view.querySelector('dialog')?.replaceWith(asked);
  asked.showModal();
}

function replaceView(next: Shown, cause: Cause): void {
  const hasMoved = next.stage !== stage;
  const isAsking = view.querySelector('dialog[open]') !== null;
  const hadFocus = view.contains(document.activeElement);
  ({ stage, key: shownKey } = next);
  if (hasMoved) stageSince = Date.now();
  document.title = next.title;
  view.dataset.stage = stage;
  view.parentElement?.parentElement?.classList.toggle('wide', stage === 'handover');
  view.innerHTML = next.html;
  dress();
  // A dialog stays open: the person is answering it.
  if (isAsking) view.querySelector<HTMLDialogElement>('dialog')?.showModal();
  // A new stage is read from the top.
  if (hasMoved) document.scrollingElement?.scrollTo(0, 0);
  const isHeard = cause === 'own' || isEnd() || (hadFocus && !isAsking);
  if (isHeard) (view.querySelector<HTMLElement>('[aria-invalid=true]') ?? heading())?.focus();
  if (cause === 'own' || !isHeard) announce(next.said);
  if (isEnd()) end(hasMoved);
}

function heading(): HTMLElement | null {
  return view.querySelector('h1');
}

/** Adds what needs a script: local times, stored ticks, copy and share, retries. */
function dress(): void {
  writeTimes(view);
  restoreTicks(view);
  const hasTool = { copy: navigator.clipboard, share: navigator.share };
  for (const tool of view.querySelectorAll<HTMLElement>('button[data-tool]')) {
    tool.hidden = !hasTool[tool.dataset.tool as keyof typeof hasTool];
  }
  if (stage === 'down') startAgainByItself();
}

function isEnd(): boolean {
  return ends.includes(stage);
}

function end(hasSeenIt: boolean): void {
  stopFollowing();
  if (stage === 'passed' && (hasSeenIt || isReturn)) startLeaveCountdown(view);
}

async function refresh(): Promise<void> {
  if (isBusy || isEnd()) return;
  await attempt(async () => {
    const before = presses;
    const next = await ask('view');
    // After a provider failure the page stays until the person acts.
    const isDownStill = stage === 'down' && ['ready', 'retry', 'waiting'].includes(next.stage);
    if (!isDownStill) showUnlessPressed(next, before);
  }, 'other');
}

/** A reply to a request from before a click is stale. */
function showUnlessPressed(next: Shown, before: number): void {
  if (!isBusy && before === presses) show(next, 'other');
}

/** Retries failed requests, and shows the countdown. */
async function attempt(work: () => Promise<void>, cause: Cause): Promise<void> {
  if (cause === 'other' && retrying && stage !== 'down') return;
  const before = presses;
  try {
    await work();
    // A reply from before a click does not end the retry of that click.
    if (cause === 'own' || before === presses) goOnline();
  } catch (fault) {
    if (cause === 'own' || offline.hidden) goOffline(work, fault, cause);
  }
}

function goOffline(work: () => Promise<void>, fault: unknown, cause: Cause): void {
  const [words, clock, button] = [...offline.children] as [HTMLElement, HTMLElement, HTMLElement];
  const { next = '', offline: lost, fault: failed } = offline.dataset;
  const again = async () => {
    try {
      await work();
    } catch {
      return false;
    }
    goOnline();
    return true;
  };
  retrying?.stop();
  offline.hidden = false;
  words.textContent = (fault instanceof TypeError ? lost : failed) ?? '';
  retrying = startRetries(again, {
    onCount: (seconds) => {
      clock.textContent = next.replace('{n}', String(seconds));
    },
    onTry: () => {
      clock.textContent = '';
    },
    onRest: () => {
      clock.textContent = '';
    },
  });
  if (cause !== 'own') return;
  offline.scrollIntoView({ block: 'nearest' });
  button.focus();
}

function goOnline(): void {
  if (offline.hidden) return;
  retrying?.stop();
  retrying = undefined;
  const hadFocus = offline.contains(document.activeElement);
  offline.hidden = true;
  announce(status.dataset.online);
  if (hadFocus) heading()?.focus();
}

/** Retries by itself while the provider does not answer. */
function startAgainByItself(): void {
  const line = view.querySelector<HTMLElement>('#retry');
  const button = view.querySelector<HTMLButtonElement>('button[data-action=start]');
  if (!line || !button) return;
  const { next = '', now = '', said, stillSaid, again = '' } = line.dataset;
  announce(said);
  retrying?.stop();
  const startOnce = async () => {
    await press(button, 'other');
    return stage !== 'down';
  };
  retrying = startRetries(startOnce, {
    onCount: (seconds) => {
      line.textContent = next.replace('{n}', String(seconds));
    },
    onTry: () => {
      line.textContent = now;
    },
    onRest: (tries) => {
      const still = view.querySelector<HTMLElement>('#still');
      if (still) {
        still.hidden = false;
        (still.querySelector('.tries') as HTMLElement).textContent = String(tries);
      }
      line.textContent = '';
      button.textContent = again;
      announce(stillSaid);
    },
  });
}

async function act(button: HTMLButtonElement): Promise<void> {
  const form = button.form as HTMLFormElement;
  const part = new URL(form.action).pathname.slice(base.length + 1);
  const { frame } = button.dataset;
  const browserData = frame ? await collect(frame) : null;
  if (browserData === undefined) return;
  const fields = Object.fromEntries(new FormData(form));
  const next = await ask(part, browserData === null ? fields : { ...fields, browserData });
  if (next.url) location.assign(next.url);
  else show(next, 'own');
}

async function collect(frameUrl: string): Promise<string | undefined> {
  const problem = view.querySelector<HTMLElement>('#script-problem');
  if (problem) problem.textContent = '';
  try {
    const { collectBrowserData } = await import('./browser-data.ts');
    return await collectBrowserData(frameUrl);
  } catch {
    if (problem) problem.textContent = problem.dataset.text ?? '';
    return undefined;
  }
}

/** One request at a time; other buttons do nothing meanwhile. */
async function press(button: HTMLButtonElement, cause: Cause = 'own'): Promise<void> {
  if (isBusy || (button.dataset.action === 'agree' && !isAgreed())) return;
  isBusy = true;
  presses += 1;
  const words = button.innerHTML;
  if (cause === 'own') button.textContent = button.dataset.busy ?? '';
  button.setAttribute('aria-disabled', 'true');
  await attempt(() => act(button), cause);
  if (cause === 'own') button.innerHTML = words;
  button.removeAttribute('aria-disabled');
  isBusy = false;
}

function isAgreed(): boolean {
  const boxes = [...view.querySelectorAll<HTMLInputElement>('.tick input')];
  const problem = view.querySelector<HTMLElement>('#agreed-problem');
  const missing = boxes.filter((box) => !box.checked);
  if (problem) problem.textContent = missing.length > 0 ? (problem.dataset.text ?? '') : '';
  for (const box of boxes) box.setAttribute('aria-invalid', String(!box.checked));
  missing[0]?.focus();
  return missing.length === 0;
}

/** Counts on from the server's figure, because the device's clock may be wrong. */
function tick(): void {
  const waited = Date.now() - shownAt;
  const left = secondsLeft - waited / 1_000;
  if (left > lastMinutes) isLate = false;
  else if (!isLate && openedLeft > lastMinutes) {
    isLate = true;
    announce(status.dataset.five);
  }
  if (left <= 0) void refresh();
  const long = view.querySelector<HTMLElement>('#long');
  if (long?.hidden && Date.now() - stageSince > longWaitMs) {
    long.hidden = false;
    announce(long.dataset.said);
  }
}
let stageSince = Date.now();
const openedLeft = secondsLeft;
let isLate = false;

async function useTool(tool: HTMLElement): Promise<void> {
  const url = location.origin + base;
  if (tool.dataset.tool === 'share') return navigator.share({ url }).catch(() => {});
  const said = view.querySelector<HTMLElement>('#said');
  const copied = said?.dataset.copied;
  // Without clipboard access the URL is shown for copying by hand.
  const isCopied = await navigator.clipboard.writeText(url).then(
    () => true,
    () => false,
  );
  if (said) said.textContent = (isCopied ? copied : url) ?? '';
  if (isCopied) announce(copied);
}

view.addEventListener('click', (event) => {
  const target = event.target as Element;
  const tool = target.closest<HTMLElement>('[data-tool]');
  const back = target.closest<HTMLAnchorElement>('#back');
  const problem = view.querySelector<HTMLElement>('#app-problem');
  if (back && problem) watchApp(back, problem);
  if (tool?.dataset.tool === 'stop') {
    event.preventDefault();
    view.querySelector<HTMLDialogElement>('dialog')?.showModal();
  } else if (tool) {
    void useTool(tool);
  }
});
view.addEventListener('submit', (event) => {
  const button = event.submitter as HTMLButtonElement | null;
  if (!button?.dataset.action) return;
  event.preventDefault();
  // A click replaces the automatic retry.
  if (stage === 'down' && button.dataset.action === 'start') return retrying?.now();
  void press(button);
});
view.addEventListener('change', () => {
  saveTicks(view);
  if (view.querySelector('#agreed-problem')?.textContent) isAgreed();
});
offline.querySelector('button')?.addEventListener('click', () => retrying?.now());

/** A prefetched or hidden page does not count as a visit. */
async function visit(): Promise<void> {
  if (document.hidden || isVisited) return;
  isVisited = true;
  await attempt(async () => {
    const before = presses;
    showUnlessPressed(await ask('visit', {}), before);
  }, 'other');
}
let isVisited = false;

function comeBack(): void {
  retrying?.now();
  if (isVisited) void refresh();
  else void visit();
}

if (device === 'desktop') view.removeAttribute('data-unsure');
dress();
if (isEnd()) end(false);
else {
  stopFollowing = follow(
    base,
    () => progress,
    () => void refresh(),
  );
  window.setInterval(tick, 1_000);
  window.setInterval(() => stage === 'waiting' && void refresh(), waitingPollMs);
  // The person came back: by the back button, from another tab, or to a phone that slept.
  window.addEventListener('pageshow', (event) => event.persisted && comeBack());
  window.addEventListener('online', comeBack);
  document.addEventListener('visibilitychange', () => document.hidden || comeBack());
}
void visit();
