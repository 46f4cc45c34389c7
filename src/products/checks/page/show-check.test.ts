import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault } from '../../../foundation/vault.ts';
import type { CheckPorts } from '../check-ports.ts';
import { type CheckPerson, sealCheck } from '../check-secrets.ts';
import type { LinkedCheck } from '../queries.ts';
import { showPage, showView } from './show-check.ts';

const vault = createVault(randomBytes(32));
const ports = {
  vault,
  providers: new Map([
    [
      'camera',
      {
        code: 'camera',
        devices: ['mobile', 'desktop'],
        title: { en: 'Camera', zh: 'Camera' },
        browserData: { script: 'https://cdn.example/a.js', call: 'collect' },
      },
    ],
    [
      'plain',
      {
        code: 'plain',
        devices: ['mobile'],
        title: { en: 'Plain', zh: 'Plain' },
        browserData: null,
      },
    ],
  ]),
  operator: async () => null,
  settings: { personUrl: () => 'https://id.example/pay', resultDays: 180 },
} as unknown as CheckPorts;
const viewer = {
  link: 'the-link',
  device: 'mobile',
  goesOnHere: false,
  wantsCode: false,
  visitor: null,
  visitorName: null,
  isDeviceUnsure: false,
  isTickMissing: false,
  linkResult: null,
  language: 'en',
  isLanguageChosen: false,
} as const;

function checkOf(columns: Partial<LinkedCheck>, person: Partial<CheckPerson> = {}): LinkedCheck {
  const whole = { name: '张小明', cardNo: '11010519491231002X', ...person };
  return {
    ...({
      checkId: 'c',
      mode: 'test',
      providerCode: 'camera',
      displayName: 'Rowan',
    } as LinkedCheck),
    status: 0,
    isOver: false,
    hasOpenSession: false,
    consentedAt: null,
    namedProviders: ['camera', 'plain'],
    sessionsStarted: 0,
    mayBeSent: false,
    secondsLeft: 120,
    expiresAt: new Date(),
    progress: '',
    begunBy: null,
    begunOn: null,
    joinedAt: null,
    otherWay: { url: null, phone: null },
    textsLink: false,
    linkTextedAt: null,
    withdrawnAt: null,
    isResultShown: true,
    reason: null,
    reference: 'a1b2c3d4',
    sealed: sealCheck(vault, 'c', whole),
    ...columns,
  };
}

const stages: Partial<LinkedCheck>[] = [
  {},
  { consentedAt: new Date() },
  { consentedAt: new Date(), hasOpenSession: true, sessionsStarted: 1 },
  { consentedAt: new Date(), sessionsStarted: 1 },
  { isOver: true },
  { status: 1 },
  { status: 2 },
  { status: 3 },
  { status: 4 },
];

test('no view contains the whole name, the whole number or the token', async () => {
  for (const columns of stages) {
    for (const device of ['mobile', 'desktop'] as const) {
      const { html } = await showView(ports, checkOf(columns), { ...viewer, device });
      expect(html).not.toContain('张小明');
      expect(html).not.toContain('19491231');
    }
  }
  const { html } = await showView(ports, checkOf({}), viewer);
  expect(html).toContain('张 ••');
  expect(html).toContain('110 •••• 2X');
  expect(html).toContain('starts with 1 1 0, ends with 2 X, the rest is hidden');
});

test('a person at a provider sees that provider, and one asked for consent sees all that may check', async () => {
  const stops = [{ code: 'camera' }, { code: 'plain' }];
  const rows = [{ product: 'face_verify', accountId: null, region: null, providers: stops }];
  const live = { ...ports, pool: { query: async () => ({ rows }) } } as unknown as CheckPorts;
  const shown = (columns: Partial<LinkedCheck>) =>
    showView(live, checkOf({ mode: 'live', providerCode: 'plain', ...columns }), viewer);
  const asked = await shown({});
  expect([asked.stage, /Camera/.test(asked.html), /Plain/.test(asked.html)]).toEqual([
    ...['consent', true, true],
  ]);
  const there = { consentedAt: new Date(), hasOpenSession: true, sessionsStarted: 1 };
  const waiting = await shown(there);
  expect([waiting.stage, /Camera/.test(waiting.html), /Plain/.test(waiting.html)]).toEqual([
    ...['waiting', false, true],
  ]);
});

test('a consent can be withdrawn once it is given, and not twice', async () => {
  const withdrawable = async (columns: Partial<LinkedCheck>) =>
    (await showView(ports, checkOf(columns), viewer)).isWithdrawable;
  expect(await withdrawable({})).toBe(false);
  expect(await withdrawable({ consentedAt: new Date() })).toBe(true);
  expect(await withdrawable({ consentedAt: new Date(), status: 1 })).toBe(true);
  const withdrawn = { consentedAt: new Date(), withdrawnAt: new Date(), status: 4 } as const;
  expect(await withdrawable(withdrawn)).toBe(false);
});

test('the return link is shown at the end, and not before', async () => {
  const redirectUrl = 'https://shop.example/done?a=1&b=2';
  for (const columns of stages) {
    const check = checkOf(columns, { redirectUrl });
    const { stage, html } = await showView(ports, check, viewer);
    const isOver = ['passed', 'failed', 'expired', 'cancelled'].includes(stage);
    expect(html.includes('shop.example'), stage).toBe(isOver);
  }
  const { html } = await showView(ports, checkOf({ status: 1 }, { redirectUrl }), viewer);
  expect(html).toContain('href="https://shop.example/done?a=1&amp;b=2" rel="noreferrer"');
});

test('a stored return URL that is not valid is not shown', async () => {
  for (const redirectUrl of ['javascript:alert(1)', 'data:text/html,x', '//shop.example']) {
    const { html } = await showView(ports, checkOf({ status: 1 }, { redirectUrl }), viewer);
    expect(html).not.toContain('id="back"');
  }
});

test('the remaining sessions of five are shown, and never fewer than zero', async () => {
  const consentedAt = new Date();
  const view = (columns: Partial<LinkedCheck>) =>
    showView(ports, checkOf({ consentedAt, ...columns }), viewer);
  const keyOf = async (sessionsStarted: number) => (await view({ sessionsStarted })).key;
  expect(await keyOf(1)).toBe('retry 4 false false');
  expect(await keyOf(5)).toBe('retry 0 false false');
  expect(await keyOf(6)).toBe('retry 0 false false');
  const waiting = async (sessionsStarted: number) =>
    (await view({ sessionsStarted, hasOpenSession: true })).html;
  expect(await waiting(4)).toContain('start-over');
  expect(await waiting(5)).not.toContain('start-over');
});

test('a check that ends before its link expires is not shown as out of time', async () => {
  const early = await showView(ports, checkOf({ status: 3 }), viewer);
  expect(early.title).toBe('No tries left – Rowan');
  expect(early.html).toContain('No tries left</h1>');
  expect(early.html).not.toContain('valid until');
  const late = await showView(ports, checkOf({ status: 3, isOver: true }), viewer);
  expect(late.title).toBe('This link has expired – Rowan');
  expect(late.html).toContain('valid until');
});

test('the page does not deny that data went to a provider, or may have', async () => {
  const consentedAt = new Date();
  const htmlOf = async (columns: Partial<LinkedCheck>) =>
    (await showView(ports, checkOf({ consentedAt, ...columns }), viewer)).html;
  for (const [columns, denial] of [
    [{}, 'before you start'],
    [{ status: 4 }, 'Nothing was sent to'],
    [{ status: 4, withdrawnAt: new Date() }, 'Nothing was sent to'],
  ] as const) {
    expect(await htmlOf({ ...columns, mayBeSent: false })).toContain(denial);
    expect(await htmlOf({ ...columns, mayBeSent: true })).not.toContain(denial);
  }
  const withdrawn = { status: 4, withdrawnAt: new Date() } as const;
  const passedOn = 'passes the deletion request';
  expect(await htmlOf({ ...withdrawn, mayBeSent: true })).toContain(passedOn);
  expect(await htmlOf({ ...withdrawn, mayBeSent: false })).not.toContain(passedOn);
});

test('a message that may be on its way is not called impossible', async () => {
  const linkResult = { kind: 'already_sent', phone: '', typed: '13912345678' } as const;
  const desk = { ...viewer, device: 'desktop', linkResult } as const;
  const { html } = await showView(ports, checkOf({ textsLink: true }), desk);
  expect(html).toContain('already sent');
  expect(html).not.toContain('No message can be sent');
});

test('a desktop shows the QR code, and a way to continue there', async () => {
  const desk = { ...viewer, device: 'desktop' } as const;
  const { stage, html } = await showView(ports, checkOf({}), desk);
  expect(stage).toBe('handover');
  expect(html).toContain('<svg');
  expect(html).toContain('href="/pay/v/the-link?here=1"');
  const chosen = await showView(ports, checkOf({}), {
    ...desk,
    language: 'zh-CN',
    isLanguageChosen: true,
  });
  expect(chosen.html).toContain('href="/pay/v/the-link?lang=zh-CN&amp;here=1"');
  expect((await showView(ports, checkOf({}), viewer)).html).not.toContain('aria-label="Q');
});

test('an erased person sees no data, and still the result', async () => {
  const { stage, html } = await showView(ports, checkOf({ status: 1, sealed: null }), viewer);
  expect(stage).toBe('passed');
  expect(html).not.toContain('id="back"');
});

test('the page collects what its provider needs, and nothing for one that needs none, or is gone', async () => {
  const consentedAt = new Date();
  const of = async (providerCode: string) =>
    (await showView(ports, checkOf({ consentedAt, providerCode }), viewer)).html;
  const camera = await of('camera');
  expect(camera).toContain('data-frame="/pay/vendor-script/camera"');
  expect(camera.match(/data-frame=/g)).toHaveLength(1);
  for (const code of ['plain', 'gone']) expect(await of(code)).not.toContain('data-frame');
});

const oak = {
  code: 'oak',
  devices: ['mobile'],
  title: { en: 'Oak by its vendor', zh: '橡' },
  browserData: null,
};
const harbour = {
  legalName: { en: 'Harbour Ltd', zh: '海港公司' },
  contact: 'privacy@harbour.test',
  privacyUrl: 'https://harbour.test/privacy',
};
/** Oak's place of processing, as described for Harbour. */
function portsOf(particulars: object, provider: object = {}): CheckPorts {
  return {
    ...ports,
    providers: new Map([['oak', { ...oak, ...provider, particulars }]]),
    operator: async () => harbour,
    settings: { ...ports.settings, resultDays: 45 },
  } as unknown as CheckPorts;
}
const atOak = { providerCode: 'oak', namedProviders: ['oak'] };

test('a consent says who gets what and for how long, with names in the person’s language', async () => {
  const legalName = { en: 'Oak Checks Ltd', zh: '橡树核验公司' };
  const consentOf = async (keepDays: number | undefined, language: 'en' | 'zh-CN' = 'en') =>
    (await showView(portsOf({ legalName, keepDays }), checkOf(atOak), { ...viewer, language }))
      .html;
  const english = await consentOf(30);
  expect(english).toContain('Oak Checks Ltd');
  expect(english).toContain('Harbour Ltd');
  expect(english).toContain('Face video, name and ID number for 30 days');
  expect(english).toContain('Name and ID number for 45 days, no video');
  expect(english).not.toContain('One of them does the check');
  expect(await consentOf(0)).toContain('Face video, name and ID number, for this check only');
  expect(await consentOf(undefined)).not.toMatch(/Face video, name and ID number(, for| for)/);
  const chinese = await consentOf(30, 'zh-CN');
  for (const name of ['橡树核验公司', '海港公司']) expect(chinese).toContain(name);
  for (const name of ['Oak', 'Harbour Ltd']) expect(chinese).not.toContain(name);
  const sandbox = portsOf({ legalName }, { vendorCode: 'sandbox' });
  const chosen = { ...viewer, language: 'zh-CN' } as const;
  expect((await showView(sandbox, checkOf(atOak), chosen)).html).not.toContain('橡');
});

test('a missing tick is marked, and a different consent is a different view', async () => {
  const missing = { ...viewer, isTickMissing: true };
  const asked = await showView(ports, checkOf({}), missing);
  expect(asked.html).toContain('aria-invalid="true"');
  expect((await showView(ports, checkOf({}), viewer)).html).not.toContain('aria-invalid');
  const ready = { consentedAt: new Date() };
  expect((await showView(ports, checkOf(ready), missing)).key).toBe(
    (await showView(ports, checkOf(ready), viewer)).key,
  );
  expect((await showView(portsOf({}), checkOf(atOak), viewer)).key).not.toBe(
    (await showView(ports, checkOf({}), viewer)).key,
  );
});

test('only the browser that started a check returns by itself, and a phone that helped stays', async () => {
  const redirectUrl = 'https://shop.example/done';
  const visitor = Buffer.from('visitor');
  const leaves = async (columns: Partial<LinkedCheck>, by: Buffer | null) => {
    const check = checkOf({ status: 1, ...columns }, { redirectUrl });
    return (await showView(ports, check, { ...viewer, visitor: by })).html.includes('id="leaving"');
  };
  expect(await leaves({ begunBy: visitor }, visitor)).toBe(true);
  expect(await leaves({ begunBy: visitor }, Buffer.from('another'))).toBe(false);
  expect(await leaves({ begunBy: visitor, status: 2 }, visitor)).toBe(false);
});

test('an alternative is offered if there is one, by link or by telephone', async () => {
  const offered = async (otherWay: LinkedCheck['otherWay']) =>
    (await showView(ports, checkOf({ otherWay }), viewer)).html.includes('/ways"');
  expect(await offered({ url: null, phone: null })).toBe(false);
  expect(await offered({ url: 'https://shop.example/counter', phone: null })).toBe(true);
  expect(await offered({ url: null, phone: '95588' })).toBe(true);
});

test('a computer asks before it stops a running check, and not an ended one', async () => {
  const desk = { ...viewer, device: 'desktop' } as const;
  const asks = async (columns: Partial<LinkedCheck>) =>
    (await showView(ports, checkOf(columns), desk)).html.includes('<dialog id="stop"');
  expect(await asks({ joinedAt: new Date() })).toBe(true);
  expect(await asks({ status: 1 })).toBe(false);
});

test('a computer is offered to continue if a provider works there, and is told where it returns to', async () => {
  const desk = { ...viewer, device: 'desktop' } as const;
  const offers = async (code: string) =>
    (await showView(ports, checkOf({ providerCode: code }), desk)).html.includes('here=1');
  expect([await offers('camera'), await offers('plain')]).toEqual([true, false]);
  const redirectUrl = 'https://shop.example/done';
  const joined = checkOf({ joinedAt: new Date() }, { redirectUrl });
  expect((await showView(ports, joined, desk)).html).toContain('you return to');
});

describe('the whole page', () => {
  const webFiles = { url: (name: string) => `/assets/${name}`, text: () => '', register() {} };
  const page = (columns: Partial<LinkedCheck>, by: object = {}) =>
    showPage(ports, checkOf(columns), { ...viewer, ...by }, webFiles);

  test('shows the first letter of a name without a logo, if the name has one', async () => {
    const initialOf = async (displayName: string) =>
      /class="initial"[^>]*>([^<]*)</.exec((await page({ displayName })).html)?.[1];
    expect(await initialOf('«rowan bank»')).toBe('R');
    expect(await initialOf('北光')).toBe('北');
    expect(await initialOf('🙂')).toBeUndefined();
  });

  test('has a frame only for the script of a provider that may be asked', async () => {
    expect((await page({})).hasFrame).toBe(true);
    expect((await page({ providerCode: 'plain' })).hasFrame).toBe(false);
    expect((await page({ status: 1 })).hasFrame).toBe(false);
  });

  test('has no certain device while it shows only the QR code, and keeps what it was asked for', async () => {
    const unsure = { device: 'desktop', isDeviceUnsure: true, wantsCode: true };
    const code = await page({}, unsure);
    expect(code.html).toContain('data-unsure');
    expect(code.html).toContain('?code=1&amp;lang=zh-TW');
    expect((await page({}, { ...unsure, goesOnHere: true })).html).not.toContain('data-unsure');
    const here = await page({}, { device: 'desktop', goesOnHere: true });
    expect(here.html).toContain('action="/pay/v/the-link/consent?here=1"');
    expect((await page({}, { goesOnHere: true })).html).not.toContain('here=1');
  });
});
