import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { createHttpClient, type HttpClient } from '../../foundation/outbound/http-client.ts';
import { createVault } from '../../foundation/vault.ts';
import { closeAccount } from '../../line/closures/close-account.ts';
import { eraseClosed } from '../../line/closures/erase-closed.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { stripeCheckout } from '../../vendors/adapters/stripe/stripe-checkout.ts';
import { openPayments } from '../../vendors/providers/open-provider.ts';
import { readConfig } from '../../vendors/providers/read-config.ts';
import { type RunningSimulator, runSimulator } from '../../vendors/simulators/run-simulator.ts';
import { stripeCheckoutSimulator } from '../../vendors/simulators/stripe-checkout.ts';
import { askAboutOrders, askPayment } from './ask-payment.ts';
import { readAutoTopUp, topUpLowWallets } from './auto-topup.ts';
import { setAutoTopUp } from './auto-topup-queries.ts';
import { beginPayment } from './begin-payment.ts';
import { orderNoOf, type Payment } from './payment.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { findAnyPayment } from './payment-queries.ts';
import { readPaymentStory } from './payment-story.ts';
import { forgetSavedMethods, noteRemovedByHand, removeDroppedMethods } from './remove-methods.ts';
import { dropSavedMethods, listKept } from './saved-method-queries.ts';

const hourMs = 3_600_000;
const clock = createMovableClock(new Date());
const http = createHttpClient({ connections: 4, connectTimeoutMs: 2_000 });
/** Whether requests to detach a card, or the answers to them, are lost. */
let lost: 'nothing' | 'requests' | 'answers' = 'nothing';
/** The requests to remove something, by the end of their path. */
const removals: string[] = [];
const line: HttpClient = {
  async request(request) {
    const [, removed] = /\/([^/]+(?:\/detach)?)$/.exec(request.url) ?? [];
    const isRemoval = request.method === 'DELETE' || request.url.endsWith('/detach');
    if (isRemoval && removed) removals.push(removed);
    const isDetach = request.url.endsWith('/detach');
    if (isDetach && lost === 'requests') throw new Error('lost');
    const answer = await http.request(request);
    if (isDetach && lost === 'answers') throw new Error('lost');
    return answer;
  },
  close: () => http.close(),
};
const actor = { kind: 'command_line', name: 'tester' } as const;
const vault = createVault(Buffer.alloc(32, 1));
let database: TestDatabase;
let stripe: RunningSimulator;
let ports: PaymentPorts;
let accountId: number;

beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  stripe = await runSimulator(stripeCheckoutSimulator, { callbackUrlOf: () => stripe.url });
});
afterAll(async () => {
  await stripe.close();
  await http.close();
  await database.drop();
});
beforeEach(async () => {
  await stripe.misbehave(['no_receipt']);
  await database.pool.query('update payments set ask_at = null');
  clock.set(new Date());
  lost = 'nothing';
  const { callbackKey, ...config } = stripe.config;
  const provider = openPayments(stripeCheckout, {
    ...{ code: 'shop', config: readConfig(stripeCheckout, config) },
    tools: { http: line, clock, log: quietLog, callbackUrl: () => String(callbackKey) },
  });
  ports = {
    ...{ pool: database.pool, clock, log: quietLog, providers: new Map([['shop', provider]]) },
    settings: { currency: 'CNY', providerTimeoutMs: 1_000, timeZone: 'UTC' },
    personUrl: () => 'https://people.example.com',
  };
  ({ accountId } = await change('account.create', (by) => createAccount(by, { name: 'Acme' })));
  const terms = { isOn: true, threshold: 1n, amount: 10_000n, monthlyCap: 1_000_000n };
  await change('payment.automatic', (by) => setAutoTopUp(by, accountId, terms));
});

function change<Result>(action: Act, work: (by: Change) => Promise<Result>): Promise<Result> {
  return inChange(database.pool, actor, action, work);
}

/** The customer begins a payment by card, which Stripe shall save. */
const begin = () =>
  beginPayment(
    ports,
    { accountId, mode: 'live' },
    {
      ...{ change, amount: 1_000_000n, provider: 'shop', method: 'card', reference: '' },
      ...{ saves: true, returnUrl: () => 'https://shop.example/', language: 'en', claimHash: null },
    },
  );
const ask = (payment: Payment) => askAboutOrders(ports, 'shop', [orderNoOf(payment.paymentId)]);

async function saveCard(): Promise<Payment> {
  const payment = await begin();
  stripe.decide(stripe.taken.at(-1)?.id ?? '', 'paid');
  await ask(payment);
  return payment;
}

/** The customers to whom Stripe has attached the cards of this account's payments. */
async function attached(): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select payment_id as id from payments where account_id = $1 and saves',
    [accountId],
  );
  const orders = rows.map(({ id }) => orderNoOf(id));
  const own = stripe.taken.filter(({ reference }) => orders.includes(reference ?? ''));
  const answers = await Promise.all(
    own.map(async ({ id }) => {
      const headers = { authorization: `Bearer ${stripe.config.apiKey}` };
      const answer = await fetch(`${stripe.url}/v1/payment_methods/pm_${id}`, { headers });
      return ((await answer.json()) as { customer: string | null }).customer;
    }),
  );
  return answers.filter((customer) => customer !== null);
}
const standing = () => readAutoTopUp(ports, accountId);

/** The rows of the account that still name a card. */
async function named(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select saved_ref from saved_methods where account_id = $1 and saved_ref is not null
     union all select saved_ref from payments where account_id = $1 and saved_ref <> ''
     union all
     select saved_ref from auto_topups
     where account_id = $1 and (saved_ref is not null or saved_title is not null)`,
    [accountId],
  );
  return rows;
}

async function close(): Promise<void> {
  const asked = { accountId, reason: '', whenSettled: true };
  await change('account.close', (by) => closeAccount(by, asked));
  await database.pool.query(
    `update account_closures set closed_at = now() - interval '10 days' where account_id = $1`,
    [accountId],
  );
}
async function erase(): Promise<boolean> {
  await eraseClosed({ pool: database.pool, vault }, 5, new AbortController().signal);
  const { rows } = await database.pool.query<{ isErased: boolean }>(
    `select erased_at is not null as "isErased" from account_closures where account_id = $1`,
    [accountId],
  );
  return rows[0]?.isErased === true;
}

/** Everything that is due, however often it was put off. */
async function pass(): Promise<void> {
  clock.move(7 * hourMs);
  await removeDroppedMethods(ports);
}

describe('a saved card', () => {
  // @mutant src/money/payments/saved-method-queries.ts
  // -   await dropOthers(change, accountId, ref, now);
  test('that a newer one replaces is detached at Stripe', async () => {
    await saveCard();
    const [first] = await attached();
    await saveCard();
    expect(await attached()).toHaveLength(2);
    await removeDroppedMethods(ports);
    expect(await attached()).toEqual([(await standing())?.savedRef?.split(' ')[0]]);
    expect(await attached()).not.toContain(first);
    expect(await standing()).toMatchObject({ isOn: true, leaving: 0 });
  });

  test('is detached with all before it when the customer removes it', async () => {
    await saveCard();
    await saveCard();
    await saveCard();
    expect(await forgetSavedMethods(ports, accountId, change)).toBe(true);
    expect([await attached(), await named()]).toEqual([[], []]);
  });

  test.each(['requests', 'answers'] as const)(
    'is detached by the job if %s to remove it are lost',
    async (what) => {
      await saveCard();
      lost = what;
      expect(await forgetSavedMethods(ports, accountId, change)).toBe(false);
      expect(await standing()).toMatchObject({ isOn: false, savedTitle: null, leaving: 1 });
      lost = 'nothing';
      await pass();
      expect([await attached(), await named()]).toEqual([[], []]);
      expect(await standing()).toMatchObject({ leaving: 0 });
    },
  );

  // @mutant src/money/payments/saved-method-queries.ts
  // -       for update skip locked
  test('is detached once by servers that want to remove it at the same time, and its end is noted once', async () => {
    const payment = await saveCard();
    const [customer = ''] = await attached();
    await change('payment.automatic', (by) => dropSavedMethods(by, accountId, clock.databaseNow()));
    removals.length = 0;
    const servers = Array.from({ length: 6 }, () => removeDroppedMethods(ports));
    const customers = Array.from({ length: 2 }, () => forgetSavedMethods(ports, accountId, change));
    await Promise.all([...servers, ...customers]);
    expect(removals).toEqual([`pm_${customer.slice(4)}/detach`, customer]);
    expect([await attached(), await named()]).toEqual([[], []]);
    const found = (await findAnyPayment(database.pool, payment.paymentId)) as Payment;
    const { steps } = await readPaymentStory(database.pool, found);
    expect(steps.filter(({ what }) => what === 'card_removed')).toHaveLength(1);
    expect(await listKept(database.pool, { hours: 0, now: clock.databaseNow() })).toEqual([]);
  });

  test('whose first server hears nothing is removed by another one, though it is gone already', async () => {
    await saveCard();
    lost = 'answers';
    await forgetSavedMethods(ports, accountId, change);
    lost = 'nothing';
    clock.move(hourMs);
    await Promise.all([removeDroppedMethods(ports), removeDroppedMethods(ports)]);
    expect([await attached(), await named()]).toEqual([[], []]);
    expect(await standing()).toMatchObject({ leaving: 0 });
  });

  // @mutant src/money/payments/saved-method-queries.ts
  // -             and p.state = 'pending' and p.vendor_ref is null
  // +             and p.state = 'pending' and p.vendor_ref = ''
  test('stays while the answer to a charge of it is missing, because the charge is looked for by it', async () => {
    await saveCard();
    const lowest = 'update auto_topups set threshold = 100000000 where account_id = $1';
    await database.pool.query(lowest, [accountId]);
    await stripe.misbehave(['timeout_sent', 'no_receipt']);
    await topUpLowWallets(ports);
    await stripe.misbehave(['no_receipt']);
    expect(await forgetSavedMethods(ports, accountId, change)).toBe(false);
    expect(await attached()).toHaveLength(1);
    const { rows } = await database.pool.query<{ id: string }>(
      `select payment_id as id from payments where account_id = $1 and state = 'pending'`,
      [accountId],
    );
    const [{ id }] = rows as [{ id: string }];
    await askPayment(ports, (await findAnyPayment(database.pool, id)) as Payment);
    expect(await findAnyPayment(database.pool, id)).toMatchObject({ state: 'paid' });
    await pass();
    expect(await attached()).toEqual([]);
  });

  test('is detached by the job if the server dies before it asks Stripe', async () => {
    await saveCard();
    await change('payment.automatic', (by) => dropSavedMethods(by, accountId, null));
    await pass();
    expect(await attached()).toEqual([]);
  });

  // @mutant src/money/payments/apply-report.ts
  // -     if (locked.state !== 'paid') await putAside(ports, change, locked, report, detail);
  // +     if (locked.state !== 'paid') return putAside(ports, change, locked, report, detail);
  // @mutant src/money/payments/apply-report.ts
  // -   await noteMethod(ports, change, payment, report);
  // +
  test('of a payment that was put aside is detached, because nobody uses it', async () => {
    const payment = await begin();
    stripe.decide(stripe.taken.at(-1)?.id ?? '', 'mispaid');
    await ask(payment);
    expect(await attached()).toHaveLength(1);
    await removeDroppedMethods(ports);
    expect(await attached()).toEqual([]);
    expect(await standing()).toMatchObject({ savedRef: null });
  });

  test('does not come back with a later answer about its payment', async () => {
    const payment = await saveCard();
    await forgetSavedMethods(ports, accountId, change);
    await askPayment(ports, (await findAnyPayment(database.pool, payment.paymentId)) as Payment);
    expect([await named(), await standing()]).toMatchObject([[], { savedRef: null }]);
  });

  test('that an earlier version replaced is found by the next answer about its payment', async () => {
    const old = await saveCard();
    await saveCard();
    await removeDroppedMethods(ports);
    await database.pool.query('delete from saved_methods where payment_id = $1', [old.paymentId]);
    await askPayment(ports, (await findAnyPayment(database.pool, old.paymentId)) as Payment);
    const kept = await listKept(database.pool, { hours: 0, now: clock.databaseNow() });
    expect(kept).toMatchObject([{ paymentId: old.paymentId }]);
    await removeDroppedMethods(ports);
    expect(await attached()).toHaveLength(1);
  });

  test('whose provider was removed waits for the operator, who notes what he did', async () => {
    const payment = await saveCard();
    ports = { ...ports, providers: new Map() };
    await forgetSavedMethods(ports, accountId, change);
    await pass();
    const kept = await listKept(database.pool, { hours: 2, now: clock.databaseNow() });
    expect(kept).toMatchObject([
      { paymentId: payment.paymentId, detail: 'the provider is removed', asked: 2, hours: 7 },
    ]);
    const note = () =>
      change('payment.card-removed', (by) => noteRemovedByHand(by, payment.paymentId, 'gone'));
    await note();
    expect(await listKept(database.pool, { hours: 0, now: clock.databaseNow() })).toEqual([]);
    await expect(note()).rejects.toThrow('no card that waits');
    const found = (await findAnyPayment(database.pool, payment.paymentId)) as Payment;
    const { steps } = await readPaymentStory(database.pool, found);
    expect(steps.filter(({ what }) => what.startsWith('card'))).toMatchObject([
      { what: 'card_saved' },
      { what: 'card_dropped' },
      { what: 'card_removed', detail: 'gone' },
    ]);
  });

  test('leaves neither brand nor digits in the audit log', async () => {
    await saveCard();
    const { rows } = await database.pool.query(
      `select 1 from audit_entries where concat(before, after) like '%visa%'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('an account that is closed', () => {
  test('has its cards detached at once, and keeps no name of them once it is erased', async () => {
    await saveCard();
    await close();
    await pass();
    expect(await attached()).toEqual([]);
    expect(await erase()).toBe(true);
    expect(await named()).toEqual([]);
  });

  // @mutant src/line/closures/erase-closed.ts
  // -   if (await hasSavedMethods(change, accountId)) return false;
  test('is not erased while Stripe may have a card of it', async () => {
    await saveCard();
    await saveCard();
    await close();
    lost = 'requests';
    await pass();
    expect(await erase()).toBe(false);
    lost = 'nothing';
    await pass();
    expect(await erase()).toBe(true);
    expect([await attached(), await named()]).toEqual([[], []]);
  });

  test('has a card detached that was saved by a payment after its end', async () => {
    const payment = await begin();
    await close();
    expect(await erase()).toBe(true);
    stripe.decide(stripe.taken.at(-1)?.id ?? '', 'paid');
    await ask(payment);
    await removeDroppedMethods(ports);
    expect([await attached(), await named()]).toEqual([[], []]);
  });

  test('is still asked about for its automatic payments after the names of its cards are erased', async () => {
    await saveCard();
    await database.pool.query(
      `update auto_topups set threshold = 100000000 where account_id = $1`,
      [accountId],
    );
    await topUpLowWallets(ports);
    await close();
    await pass();
    expect(await erase()).toBe(true);
    const { rows } = await database.pool.query<{ id: string }>(
      `select payment_id as id from payments where account_id = $1 and saved_ref = ''`,
      [accountId],
    );
    const automatic = (await findAnyPayment(database.pool, rows[0]?.id ?? '')) as Payment;
    await database.pool.query(`delete from payment_reports where account_id = $1`, [accountId]);
    await askPayment(ports, { ...automatic, vendorRef: null });
    const { rows: reports } = await database.pool.query(
      'select state from payment_reports where account_id = $1',
      [accountId],
    );
    expect(reports).toEqual([{ state: 'paid' }]);
  });
});
