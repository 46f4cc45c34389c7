type Said = 'ready' | 'asking' | 'unconfirmed' | 'again' | 'other' | 'down';

interface Bridge {
  invoke(name: string, argument: object, done: (answer: unknown) => void): void;
}
declare global {
  interface Window {
    WeixinJSBridge?: Bridge;
  }
}

/** How each app is asked to open its cashier. What it answers proves nothing, so it is not read. */
const openCashier: Readonly<Record<string, (handOver: object) => Promise<void>>> = {
  async wechat(handOver) {
    const bridge = await weixinBridge();
    await new Promise((done) => bridge.invoke('getBrandWCPayRequest', handOver, done));
  },
};

function weixinBridge(): Promise<Bridge> {
  const { WeixinJSBridge } = window;
  if (WeixinJSBridge) return Promise.resolve(WeixinJSBridge);
  // WeChat adds it some time after the page was loaded.
  return new Promise((resolve) => {
    const ready = () => window.WeixinJSBridge && resolve(window.WeixinJSBridge);
    document.addEventListener('WeixinJSBridgeReady', ready, { once: true });
  });
}

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const page = byId('pay');
const status = byId('said');
const go = byId<HTMLButtonElement>('go');
const check = byId<HTMLButtonElement>('check');
const start = byId('start');
const back = byId<HTMLAnchorElement>('back');
const texts = JSON.parse(page.dataset.texts ?? '{}') as Record<Said, string>;
const path = location.pathname.replace(/\/$/, '');

const say = (said: Said) => {
  status.textContent = texts[said];
};

type Answer = Record<string, unknown>;

async function post(step: string, body: object): Promise<Answer> {
  const response = await fetch(`${path}/${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

/** The code works once, so it leaves the address: a reload asks for another one. */
function takeCode() {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, '', path);
  return { code: query.get('code'), state: query.get('state') };
}

/** Nobody can pay on this page now. Another one may have been paid, which the books say. */
async function stop(problem: string): Promise<void> {
  if (await hasEnded()) return;
  if (problem === 'over') {
    // The server says so on the page.
    location.reload();
    return;
  }
  say(problem as Said);
  go.hidden = true;
  start.hidden = problem === 'other';
}

async function order(): Promise<void> {
  const { handOver, problem = 'down' } = await post('order', takeCode()).catch(
    () => ({}) as Answer,
  );
  if (!handOver) return stop(String(problem));
  say('ready');
  go.disabled = false;
  go.addEventListener('click', () => void pay(handOver as object));
}

async function pay(handOver: object): Promise<void> {
  go.disabled = true;
  await openCashier[page.dataset.app ?? '']?.(handOver);
  await ask();
}

/** Only the provider's books say whether it was paid, whatever the app answered. */
async function hasEnded(): Promise<boolean> {
  const { state = 'pending' } = await post('ask', {}).catch(() => ({}) as Answer);
  if (state === 'pending') return false;
  location.replace(back.href);
  return true;
}

async function ask(): Promise<void> {
  say('asking');
  check.hidden = true;
  if (await hasEnded()) return;
  say('unconfirmed');
  go.disabled = false;
  check.hidden = false;
}

check.addEventListener('click', () => void ask());
void order();

export {};
