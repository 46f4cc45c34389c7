import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { confirmPerson } from '../../src/vendors/providers/confirm-person.ts';
import { openFace } from '../../src/vendors/providers/open-provider.ts';
import type { SessionStart, SessionStarted } from '../../src/vendors/providers/provider.ts';
import type { Callback, CallbackReading, FaceVendor } from '../../src/vendors/providers/vendor.ts';
import type { Simulator } from '../../src/vendors/simulators/simulator.ts';
import { serveBytes, unexpectedResponses, withUrl } from './misbehaving-server.ts';
import { useVendorFixture } from './vendor-fixture.ts';

interface FaceContract {
  vendor: FaceVendor;
  simulator: Simulator;
  /** Settings with one wrong secret, so that the simulator refuses every request. */
  wrongSecret: Record<string, unknown>;
  /** What the simulator must have received for the sample. */
  said: Record<string, unknown>;
  /** Whether the vendor calls back when a session has news. */
  callsBack: boolean;
  changes?: Partial<SessionStart>;
}

/** What every face vendor must do, each against its simulator. */
export function describeFaceContract(contract: FaceContract): void {
  const { vendor, simulator } = contract;
  const fixture = useVendorFixture(vendor, simulator, (opening) => openFace(vendor, opening));

  const person = contract.changes?.person ?? { name: '张三', cardNo: '11010519491231002X' };
  const soon = (ms = 10_000) => ({ signal: AbortSignal.timeout(ms) });

  function start(changes: Partial<SessionStart> = {}, ms?: number): Promise<SessionStarted> {
    const asked: SessionStart = {
      checkId: randomUUID(),
      person,
      returnUrl: 'https://pay.example.com/v/link/return',
      device: vendor.devices[0] ?? 'mobile',
      language: 'zh',
      browserData: vendor.browserData && '{"zimVer":"3.0.0"}',
      mode: 'live',
      ...contract.changes,
      ...changes,
    };
    return fixture.provider.startSession(asked, soon(ms));
  }

  async function started(): Promise<Extract<SessionStarted, { kind: 'started' }>> {
    const session = await start();
    if (session.kind !== 'started') throw new Error(JSON.stringify(session));
    return session;
  }

  const latest = () => fixture.running.taken.at(-1)?.id ?? '';

  describe('a session', () => {
    test('is started for the person, with an address and an end', async () => {
      const session = await started();
      expect(new URL(session.url).protocol).toMatch(/^https?:$/);
      expect(session.expiresAt.getTime()).toBeGreaterThan(fixture.clock.nowMs());
      expect(fixture.running.taken.at(-1)?.said).toMatchObject(contract.said);
      expect(fixture.running.refused).toEqual([]);
    });

    test.each(vendor.devices)('can be started on %s', async (device) => {
      expect((await start({ device })).kind).toBe('started');
    });

    test('is refused for a wrong secret', async () => {
      const before = fixture.running.taken.length;
      fixture.provider = fixture.open({ ...fixture.running.config, ...contract.wrongSecret });
      expect((await start()).kind).not.toBe('started');
      expect([fixture.running.taken.length, fixture.running.refused.length]).toEqual([before, 1]);
    });

    const failures = Object.entries(vendor.codes).filter(([, [kind]]) => kind !== 'done');
    test.each(failures)('that is answered %s ends as the table says', async (code, meaning) => {
      await fixture.running.misbehave([`reject:${code}`]);
      const [kind, reason] = meaning;
      expect(await start()).toMatchObject({ kind, reason, vendorCode: code });
    });

    test('with an answer that nobody knows is unknown', async () => {
      await fixture.running.misbehave(['unknown_code']);
      expect(await start()).toMatchObject({ kind: 'unknown', reason: 'not_understood' });
    });
  });

  describe('a vendor that fails', () => {
    test('before anything was sent did nothing', async () => {
      await fixture.running.misbehave(['down']);
      expect(await start()).toMatchObject({ kind: 'unavailable', reason: 'provider_unreachable' });
    });

    test.each(['timeout_sent', 'timeout_lost'])('in silence (%s) is unknown', async (wrong) => {
      await fixture.running.misbehave([wrong]);
      // Long enough for a busy machine to have sent it.
      expect(await start({}, 1_500)).toMatchObject({ kind: 'unknown', reason: 'no_answer' });
    });

    test.each(unexpectedResponses)('with %s is unknown, and tells no result', async (_, bytes) => {
      const { sessionRef } = await started();
      const server = await serveBytes(bytes);
      await fixture.provider.close?.();
      fixture.provider = fixture.open({
        ...fixture.running.config,
        ...withUrl(fixture.running, server.url),
      });
      expect((await start()).kind).toBe('unknown');
      const result = await fixture.provider.queryResult(sessionRef, soon()).catch(() => 'failed');
      if (typeof result !== 'string') expect(result.state).toBe('open');
      await server.close();
    });
  });

  describe('a result', () => {
    test('is open while the person has not finished', async () => {
      const { sessionRef } = await started();
      expect((await fixture.provider.queryResult(sessionRef, soon())).state).toBe('open');
    });

    test('is passed when the person passed, and has a task', async () => {
      const { sessionRef } = await started();
      fixture.running.decide(latest(), 'passed');
      const result = await fixture.provider.queryResult(sessionRef, soon());
      expect(confirmPerson(result, person).state).toBe('passed');
      expect(result.taskId).not.toBe('');
    });

    test('is failed with its reason when the person failed', async () => {
      const { sessionRef } = await started();
      fixture.running.decide(latest(), 'failed');
      const result = await fixture.provider.queryResult(sessionRef, soon());
      expect(result.state).toBe('failed');
      expect(result.reason).toBeDefined();
    });

    test('is failed when somebody else passed in place of the person', async () => {
      const { sessionRef } = await started();
      fixture.running.decide(latest(), 'stranger');
      const result = await fixture.provider.queryResult(sessionRef, soon());
      expect(confirmPerson(result, person).state).toBe('failed');
    });

    test('of a session that is not the vendor’s is never passed', async () => {
      await started();
      fixture.running.decide(latest(), 'passed');
      const { sessionRef } = await started();
      const other = sessionRef.replace(latest(), '770000000000000001');
      const result = await fixture.provider.queryResult(other, soon()).catch(() => 'failed');
      if (typeof result !== 'string') expect(result.state).not.toBe('passed');
    });

    test('cannot be had while the vendor is down', async () => {
      const { sessionRef } = await started();
      await fixture.running.misbehave(['down']);
      await expect(fixture.provider.queryResult(sessionRef, soon())).rejects.toThrow();
    });
  });

  if (contract.callsBack) {
    describe('a callback', () => {
      const read = (callback: Callback | undefined) =>
        fixture.provider.readCallback?.(callback as Callback) as CallbackReading;

      test('names the session that has news, and no more', async () => {
        const { sessionRef } = await started();
        fixture.running.decide(latest(), 'passed');
        await expect.poll(() => fixture.caught.about(latest()).length).toBeGreaterThan(0);
        expect(read(fixture.caught.about(latest())[0])).toMatchObject({
          kind: 'sessions',
          sessionRefs: [sessionRef],
        });
      });

      test.each(['', '{"a":', '{"hello":"world"}', '[1,null]'])(
        'that is %j names none, and throws nothing',
        async (body) => {
          await started();
          fixture.running.decide(latest(), 'passed');
          await expect.poll(() => fixture.caught.about(latest()).length).toBeGreaterThan(0);
          const [callback] = fixture.caught.about(latest()) as [Callback];
          const query = new URL(callback.url).search;
          const reading = read({ ...callback, url: callback.url.replace(query, ''), body });
          if (reading.kind === 'sessions') expect(reading.sessionRefs).toEqual([]);
          else expect(reading.kind).toBe('refused');
        },
      );
    });
  }
}
