import { execFileSync } from 'node:child_process';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export const plainHost = 'plain.test';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page is open for seconds, too short for the optimizing compiler to pay off.
  '--js-flags=--no-turbofan',
  // A camera with a moving test picture, and no permission prompt.
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  // A host that a browser does not treat as local: without TLS it sends fewer headers there.
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
];

/**
 * Debian's names for it, the headless one first: the same engine with a quarter of the processor
 * time.
 */
const programs = ['chromium-headless-shell', 'chromium'];

/** The system's own Chromium. */
export function launchBrowser(): Promise<Browser> {
  const find = programs.map((program) => `command -v ${program}`).join(' || ');
  const executablePath = execFileSync('sh', ['-c', find], { encoding: 'utf8' });
  return chromium.launch({ executablePath: executablePath.trim(), args: flags });
}

const android =
  'Mozilla/5.0 (Linux; Android 13; SM-A035F) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/126.0.0.0 Mobile Safari/537.36';

/** The kinds of browsers that open a link. */
export const devices = {
  phone: { userAgent: android, viewport: { width: 360, height: 640 }, hasTouch: true },
  small: { userAgent: android, viewport: { width: 320, height: 568 }, hasTouch: true },
  wechat: {
    userAgent: `${android} MicroMessenger/8.0.49(0x28003133)`,
    viewport: { width: 390, height: 780 },
    hasTouch: true,
  },
  desktop: { viewport: { width: 1280, height: 800 } },
  /** A tablet whose user agent is that of a Macintosh. */
  ipad: {
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/17.0 Safari/605.1.15',
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
  },
} as const;

export interface OpenOptions {
  device?: keyof typeof devices;
  language?: 'zh-CN' | 'zh-TW' | 'en-US';
  isDark?: boolean;
  isScriptless?: boolean;
}

/** The timeout of a step on a busy machine: it only ends what hangs. */
export const patienceMs = 90_000;

/** A separate browser context, as of another person or device. */
export async function openContext(
  browser: Browser,
  options: OpenOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...devices[options.device ?? 'phone'],
    locale: options.language ?? 'en-US',
    colorScheme: options.isDark ? 'dark' : 'light',
    javaScriptEnabled: !options.isScriptless,
  });
  context.setDefaultTimeout(patienceMs);
  return context;
}

export async function openPage(
  browser: Browser,
  url: string,
  options?: OpenOptions,
): Promise<Page> {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** The stage that the person's page shows. */
export function stageOf(page: Page): Promise<string | null> {
  return page.locator('main').getAttribute('data-stage');
}

export function waitForStage(page: Page, stage: string): Promise<unknown> {
  return page.waitForSelector(`main[data-stage="${stage}"]`);
}

/** Whether an element has the keyboard focus. */
export async function isFocused(page: Page, selector: string): Promise<boolean> {
  return (await page.locator(`${selector}:focus`).count()) === 1;
}

/** Serves the caller's own site, and records its requests. */
export async function playShop(
  page: Page,
): Promise<{ url: string; referer: string | undefined }[]> {
  const visits: { url: string; referer: string | undefined }[] = [];
  await page.context().route('https://rowan.example/**', async (route) => {
    const request = route.request();
    visits.push({ url: request.url(), referer: (await request.allHeaders()).referer });
    await route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' });
  });
  return visits;
}
