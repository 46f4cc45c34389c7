import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from '../vault.ts';
import type { CheckPorts } from './check-ports.ts';
import { type CheckPerson, sealCheck } from './check-secrets.ts';
import type { LinkedCheck } from './queries.ts';
import { showView } from './show-check.ts';

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
  settings: { publicUrl: () => 'https://id.example/pay', resultDays: 180 },
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
  told: null,
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

test('no view tells the whole name, the whole number or the token', async () => {
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

test('a person who is at a provider is told of that one, and one who is to agree of all who may check', async () => {
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

test('a consent can be taken back once it is given, and not twice', async () => {
  const withdrawable = async (columns: Partial<LinkedCheck>) =>
    (await showView(ports, checkOf(columns), viewer)).isWithdrawable;
  expect(await withdrawable({})).toBe(false);
  expect(await withdrawable({ consentedAt: new Date() })).toBe(true);
  expect(await withdrawable({ consentedAt: new Date(), status: 1 })).toBe(true);
  const withdrawn = { consentedAt: new Date(), withdrawnAt: new Date(), status: 4 } as const;
  expect(await withdrawable(withdrawn)).toBe(false);
});

test('the way back is shown at the end, and not before', async () => {
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

test('nobody is led to what is no address, even if it was stored', async () => {
  for (const redirectUrl of ['javascript:alert(1)', 'data:text/html,x', '//shop.example']) {
    const { html } = await showView(ports, checkOf({ status: 1 }, { redirectUrl }), viewer);
    expect(html).not.toContain('id="back"');
  }
});

test('what is left of five sessions is said, and nothing less than none', async () => {
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

test('a check that ends before its link does is not said to have run out of time', async () => {
  const early = await showView(ports, checkOf({ status: 3 }), viewer);
  expect(early.title).toBe('No tries left – Rowan');
  expect(early.html).toContain('No tries left</h1>');
  expect(early.html).not.toContain('valid until');
  const late = await showView(ports, checkOf({ status: 3, isOver: true }), viewer);
  expect(late.title).toBe('This link has expired – Rowan');
  expect(late.html).toContain('valid until');
});

test('what went to a provider, or may have, is not denied', async () => {
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

test('a message that may be on its way is not said to be impossible', async () => {
  const told = { kind: 'already_sent', phone: '', typed: '13912345678' } as const;
  const desk = { ...viewer, device: 'desktop', told } as const;
  const { html } = await showView(ports, checkOf({ textsLink: true }), desk);
  expect(html).toContain('already sent');
  expect(html).not.toContain('No message can be sent');
});

test('a desktop is shown the code of the page, and the way to go on there', async () => {
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

test('a person who was forgotten is shown no data, and the result all the same', async () => {
  const { stage, html } = await showView(ports, checkOf({ status: 1, sealed: null }), viewer);
  expect(stage).toBe('passed');
  expect(html).not.toContain('id="back"');
});

test('the page collects what the provider asks for, and nothing for one that does not, or is gone', async () => {
  const consentedAt = new Date();
  const of = async (providerCode: string) =>
    (await showView(ports, checkOf({ consentedAt, providerCode }), viewer)).html;
  const camera = await of('camera');
  expect(camera).toContain('data-script="https://cdn.example/a.js" data-call="collect"');
  expect(camera.match(/data-script=/g)).toHaveLength(1);
  for (const code of ['plain', 'gone']) expect(await of(code)).not.toContain('data-script');
});
