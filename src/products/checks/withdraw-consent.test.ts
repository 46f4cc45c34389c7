import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  agreement,
  type CheckFixture,
  createCheckFixture,
} from '../../../test/kit/check-fixture.ts';
import { type CheckRows, createCheckRows } from '../../../test/kit/check-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { FaceProvider } from '../../vendors/providers/provider.ts';
import { eraseSessions } from './check-jobs.ts';
import { hashSecret } from './check-secrets.ts';
import { forgetPersons, takeErasures } from './erase-queries.ts';
import { type CheckKey, findCheckByLink, recordConsent, recordWithdrawal } from './queries.ts';
import { recordSession } from './session-queries.ts';
import { withdrawConsent } from './withdraw-consent.ts';

let database: TestDatabase;
let rows: CheckRows;
let fixture: CheckFixture;
const erased: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  rows = await createCheckRows(database.pool);
  const camera: Partial<FaceProvider> = {
    code: 'camera',
    title: { en: 'Camera', zh: '相机' },
    erase: async (sessionRef) => {
      erased.push(sessionRef);
    },
  };
  fixture = await createCheckFixture(database.target, {
    extendRegistry: (registry) => ({
      ...registry,
      face: new Map([...registry.face, ['camera', camera as FaceProvider]]),
    }),
  });
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const withdraw = (check: CheckKey, ms = 0) => recordWithdrawal(database.pool, check, rows.at(ms));

async function eventsOf({ checkId }: CheckKey) {
  const { rows: events } = await database.pool.query(
    'select type, mode, body from events where subject_id = $1 order by type',
    [checkId],
  );
  return events;
}

describe('a withdrawn consent', () => {
  // @mutant src/products/checks/sql/withdraw-consent.sql
  // - sealed = null, card_hash = null
  // + card_hash = null
  test('ends a running check, and erases the person', async () => {
    const consents = JSON.stringify([{ version: 'check-2.en', providers: ['camera'] }]);
    const check = await rows.check({ mode: 'live', consent_version: 'check-2.en', consents });
    await rows.session(check);
    expect(await withdraw(check)).toBe(true);
    expect(await rows.readCheck(check)).toMatchObject({
      status: 4,
      ended_at: rows.now,
      sealed: null,
      card_hash: null,
      erased_at: rows.now,
      withdrawn_at: rows.now,
      // The record of the consent and its text stay.
      consented_at: rows.at(-60_000),
      consent_version: 'check-2.en',
      consents: [{ version: 'check-2.en', providers: ['camera'] }],
    });
    expect(await rows.readSessions(check)).toMatchObject([
      { state: 'expired', sealed_url: null, erase_at: rows.now },
    ]);
    expect(await eventsOf(check)).toMatchObject([
      { type: 'face.finished', mode: 'live', body: { status: 4 } },
      { type: 'face.withdrawn', mode: 'live', body: { requestId: check.checkId } },
    ]);
  });

  test('is withdrawn once, however often it is requested', async () => {
    const check = await rows.check();
    await rows.session(check, { state: 'expired' });
    const asked = await Promise.all([withdraw(check), withdraw(check), withdraw(check)]);
    expect(asked.filter((isNew) => isNew)).toHaveLength(1);
    expect(await withdraw(check, 60_000)).toBe(false);
    expect(await rows.readCheck(check)).toMatchObject({ withdrawn_at: rows.now });
    expect(await eventsOf(check)).toHaveLength(2);
  });

  test('keeps an earlier result, and sends no second event', async () => {
    const ended = { status: 1, ended_at: rows.at(-9), task_id: 'task' };
    const check = await rows.check(ended);
    await rows.session(check, { state: 'passed' });
    await rows.session(check, { state: 'expired', erased_at: rows.at(-5) });
    await rows.session(check, { state: 'expired', erase_at: rows.at(999), erase_tries: 3 });
    expect(await withdraw(check)).toBe(true);
    expect(await rows.readCheck(check)).toMatchObject({ ...ended, sealed: null });
    expect(await rows.readSessions(check)).toMatchObject([
      { erase_at: rows.now },
      { erase_at: null },
      // A vendor that failed to erase is asked again at its own time.
      { erase_at: rows.at(999) },
    ]);
    expect((await eventsOf(check)).map(({ type }) => type)).toEqual(['face.withdrawn']);
  });

  test('must have been given', async () => {
    const check = await rows.check({ consented_at: null });
    expect(await withdraw(check)).toBe(false);
    expect(await rows.readCheck(check)).toMatchObject({ status: 0, withdrawn_at: null });
    expect(await eventsOf(check)).toEqual([]);
  });

  test('cannot be given again, and leaves the retention nothing to erase', async () => {
    const check = await rows.check();
    await withdraw(check);
    const again = { version: 'check-2.en', providers: ['other'] };
    expect(await recordConsent(database.pool, check, again, rows.at(1))).toBe(false);
    await forgetPersons(database.pool, 0, 100, rows.at(86_400_000));
    expect(await rows.readCheck(check)).toMatchObject({ erased_at: rows.now });
  });

  // @mutant src/products/checks/sql/run-session.sql
  // - case when v_check.erased_at is not null then v_now end
  // + null
  test('reaches a session that was just being started', async () => {
    const check = await rows.check();
    await withdraw(check);
    const session = {
      providerCode: 'late',
      sessionRef: 'late',
      device: 'mobile',
      sealedUrl: Buffer.from('url'),
      expiresAt: rows.at(60_000),
    } as const;
    expect(await recordSession(database.pool, check, session, rows.at(5))).toBe(false);
    const taken = await takeErasures(database.pool, 100, ['camera'], rows.at(5));
    expect(taken.map(({ sessionRef }) => sessionRef)).toEqual(['late']);

    // The session of a check that merely ended waits for the retention, like all others.
    const ended = await rows.check({ status: 4, ended_at: rows.now });
    await recordSession(database.pool, ended, { ...session, sessionRef: 'ended' }, rows.at(5));
    expect(await rows.readSessions(ended)).toMatchObject([{ erase_at: null }]);
  });
});

describe('a person who withdraws', () => {
  test('sees no more personal data, and the vendor is asked to erase it', async () => {
    const { checks } = fixture.app.line;
    const asked = await fixture.ask();
    await fixture.post(`${asked.path}/consent`, agreement);
    const key = { accountId: fixture.accountId, checkId: asked.requestId };
    await recordSession(
      database.pool,
      key,
      {
        providerCode: 'camera',
        sessionRef: 'of a person',
        device: 'mobile',
        sealedUrl: Buffer.from('url'),
        expiresAt: new Date(Date.now() + 60_000),
      },
      null,
    );
    await withdrawConsent(checks, key);
    await withdrawConsent(checks, key);

    const link = asked.path.split('/').at(-1) as string;
    expect(await findCheckByLink(database.pool, hashSecret(link), null)).toMatchObject({
      status: 4,
      sealed: null,
      withdrawnAt: expect.any(Date),
      hasOpenSession: false,
    });
    expect((await fixture.get(asked.path)).status).toBe(200);
    expect((await fixture.post(`${asked.path}/session?device=mobile`)).body.url).toBeUndefined();
    expect(await fixture.recheck(asked.authToken)).toMatchObject({ status: 4 });
    await eraseSessions(checks);
    expect(erased.filter((ref) => ref === 'of a person')).toHaveLength(1);
    expect(fixture.logged.filter((line) => line.includes('withdrawn'))).toHaveLength(1);
  });
});
