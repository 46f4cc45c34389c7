import { findDevice } from './device.ts';
import { follow } from './follow.ts';
import { leaveSoon } from './leave.ts';

/** The view as the server renders it; with an address, the person goes there instead. */
interface Shown {
  stage: string;
  key: string;
  title: string;
  html: string;
  url?: string;
}

const ends = ['passed', 'failed', 'expired', 'cancelled'];
const waitingPollMs = 2_000;

const view = document.getElementById('view') as HTMLElement;
const offline = document.getElementById('offline') as HTMLElement;
const base = location.pathname.replace(/(\/return)?\/?$/, '');
const device = findDevice();
const isReturn = location.pathname.endsWith('/return');

let stage = view.dataset.stage ?? '';
let shownKey = view.dataset.key ?? '';
let shownAt = Date.now();
let isBusy = false;
let stopFollowing = () => {};

function address(part: string): string {
  const query = new URLSearchParams(location.search);
  query.set('device', device);
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
  if (!response.ok) throw new Error(String(response.status));
  offline.textContent = '';
  return response.json();
}

function complain(): void {
  offline.textContent = offline.dataset.text ?? '';
}

/** Puts a view in place of the old one, and the reader's place at its heading. */
function show(next: Shown): void {
  const isSame = next.key === shownKey;
  shownKey = next.key;
  if (isSame) return;
  const hasMoved = next.stage !== stage;
  stage = next.stage;
  shownAt = Date.now();
  document.title = next.title;
  view.dataset.stage = stage;
  view.innerHTML = next.html;
  if (hasMoved) view.querySelector('h1')?.focus();
  if (isEnd()) end(hasMoved);
}

function isEnd(): boolean {
  return ends.includes(stage);
}

function end(hasSeenIt: boolean): void {
  stopFollowing();
  if (hasSeenIt || isReturn) leaveSoon(view);
}

async function refresh(): Promise<void> {
  if (isBusy || isEnd()) return;
  try {
    const next = await ask('view');
    // What the provider's refusal led to stays until the person does something about it.
    const isDownStill = stage === 'down' && ['ready', 'retry', 'waiting'].includes(next.stage);
    if (!isBusy && !isDownStill) show(next);
  } catch {
    complain();
  }
}

async function start({ dataset }: HTMLButtonElement): Promise<void> {
  const { action, script, call } = dataset;
  const browserData = script && call ? await collect(script, call) : null;
  if (browserData === undefined) return;
  const next = await ask('session', { isFresh: action === 'start-over', browserData });
  if (next.url) location.assign(next.url);
  else show(next);
}

/** What the provider's script says of this browser; when it cannot be had, the person is told. */
async function collect(script: string, call: string): Promise<string | undefined> {
  const problem = view.querySelector<HTMLElement>('#script-problem');
  if (problem) problem.textContent = '';
  try {
    const { collectBrowserData } = await import('./browser-data.ts');
    return await collectBrowserData(script, call);
  } catch {
    if (problem) problem.textContent = problem.dataset.text ?? '';
    return undefined;
  }
}

async function consent({ form }: HTMLButtonElement): Promise<void> {
  const { version, providers = '' } = form?.dataset ?? {};
  show(await ask('consent', { version, providers: providers.split(' ') }));
}

async function act(button: HTMLButtonElement): Promise<void> {
  const { action } = button.dataset;
  if (action === 'decline') return show(await whileBusy(button, () => ask('cancel', {})));
  if (action !== 'agree') return whileBusy(button, () => start(button));
  await whileBusy(button, () => consent(button));
  if (isEnd()) return;
  // The consent has brought another view, with a button that goes on.
  const next = view.querySelector<HTMLButtonElement>('button[data-action=start]') ?? button;
  await whileBusy(next, () => start(next));
}

/** While something is under way, its button says so. */
async function whileBusy<T>(button: HTMLButtonElement, work: () => Promise<T>): Promise<T> {
  const text = button.textContent;
  button.textContent = button.dataset.busy ?? text;
  button.setAttribute('aria-disabled', 'true');
  try {
    return await work();
  } finally {
    button.textContent = text;
    button.removeAttribute('aria-disabled');
  }
}

/** One thing at a time: while it is under way, other buttons do nothing. */
async function press(button: HTMLButtonElement): Promise<void> {
  if (isBusy || (button.dataset.action === 'agree' && !isAgreed())) return;
  isBusy = true;
  try {
    await act(button);
  } catch {
    complain();
  } finally {
    isBusy = false;
  }
}

function isAgreed(): boolean {
  const box = view.querySelector<HTMLInputElement>('#agreed');
  const problem = view.querySelector<HTMLElement>('#agreed-problem');
  if (!box || !problem) return false;
  problem.textContent = box.checked ? '' : (problem.dataset.text ?? '');
  box.setAttribute('aria-invalid', String(!box.checked));
  if (!box.checked) box.focus();
  return box.checked;
}

/** The time that is left, by this page's own clock: the device's may be wrong. */
function tick(): void {
  const time = view.querySelector<HTMLElement>('.time');
  if (!time) return;
  const left = Number(time.dataset.seconds) - (Date.now() - shownAt) / 1000;
  const minutes = Math.floor(left / 60);
  const text = minutes > 0 ? time.dataset.text?.replace('{n}', String(minutes)) : time.dataset.last;
  if (time.textContent !== text) time.textContent = text ?? '';
  if (left <= 0) void refresh();
}

view.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[data-action]');
  if (button && button.type !== 'submit' && button.dataset.action !== 'stay') void press(button);
});
view.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = view.querySelector<HTMLButtonElement>('button[data-action=agree]');
  if (button) void press(button);
});
view.addEventListener('change', () => {
  const problem = view.querySelector('#agreed-problem');
  if (problem?.textContent) isAgreed();
});

if (isEnd()) {
  end(false);
} else {
  stopFollowing = follow(base, () => void refresh());
  window.setInterval(tick, 1_000);
  window.setInterval(() => stage === 'waiting' && void refresh(), waitingPollMs);
  // Back from the provider by the back button, from another tab, from a phone that slept.
  window.addEventListener('pageshow', (event) => event.persisted && void refresh());
  window.addEventListener('online', () => void refresh());
  document.addEventListener('visibilitychange', () => !document.hidden && void refresh());
  if (device !== 'desktop' && stage === 'handover') void refresh();
}
