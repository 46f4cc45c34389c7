import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBreakers } from './breakers.ts';
import type { Outcome } from './provider.ts';

const down: Outcome = { kind: 'unavailable', reason: 'provider_unreachable', detail: 'down' };
const refused: Outcome = { kind: 'rejected', reason: 'provider_fault', detail: 'refused' };
const badTemplate: Outcome = {
  kind: 'unavailable',
  reason: 'template_refused',
  detail: 'template',
};
const tooMany: Outcome = { kind: 'unavailable', reason: 'provider_limit', detail: 'no turn' };
const done: Outcome = { kind: 'done', providerRef: '1' };

describe('a breaker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function repeat(breakers: ReturnType<typeof createBreakers>, outcome: Outcome, count = 60) {
    let asked = 0;
    for (let i = 0; i < count; i++) {
      await breakers.run('a', async () => {
        asked++;
        return outcome;
      });
      vi.advanceTimersByTime(100);
    }
    return asked;
  }

  test('keeps calls away from a failing provider, and from no other', async () => {
    const breakers = createBreakers();
    const asked = await repeat(breakers, down);
    expect(asked).toBeLessThan(60);
    expect(breakers.isBroken('a')).toBe(true);
    expect(await breakers.run('a', async () => done)).toMatchObject({ kind: 'unavailable' });
    expect(await breakers.run('b', async () => done)).toEqual(done);
  });

  test.each([
    'provider_unreachable',
    'provider_fault',
    'provider_balance',
    'provider_limit',
    'no_answer',
  ] as const)(
    'opens for %s, whether or not it is certain that nothing was done',
    async (reason) => {
      for (const kind of ['unavailable', 'unknown'] as const) {
        const breakers = createBreakers();
        await repeat(breakers, { kind, reason, vendorCode: '88', detail: 'down' });
        expect(breakers.isBroken('a'), kind).toBe(true);
        expect(breakers.stateOf('a')).toBe('open');
        expect(breakers.stateOf('b')).toBe('closed');
      }
    },
  );

  test.each([
    [4, false],
    [6, true],
  ])('that sees %i of ten calls fail is open: %s', async (failing, isBroken) => {
    const breakers = createBreakers();
    for (let no = 0; no < 60 && !breakers.isBroken('a'); no++) {
      await repeat(breakers, (no * 7) % 10 < failing ? down : done, 1);
    }
    expect(breakers.isBroken('a')).toBe(isBroken);
  });

  test('does not open for a handful of failed calls', async () => {
    const breakers = createBreakers();
    expect(await repeat(breakers, down, 10)).toBe(10);
    expect(breakers.isBroken('a')).toBe(false);
  });

  test('lets one call try after a pause, and all once it succeeds', async () => {
    const breakers = createBreakers();
    await repeat(breakers, down);
    // It opened some time before the last of them.
    vi.advanceTimersByTime(3_900);
    expect(await breakers.run('a', async () => done)).toMatchObject({ kind: 'unavailable' });
    vi.advanceTimersByTime(6_200);
    const trial = breakers.run('a', async () => {
      expect([breakers.stateOf('a'), breakers.isBroken('a')]).toEqual(['half_open', false]);
      return done;
    });
    expect(await trial).toEqual(done);
    expect(breakers.stateOf('a')).toBe('closed');
    expect(await repeat(breakers, done, 20)).toBe(20);
  });

  // @mutant src/vendors/providers/breakers.ts
  // - if (breaker.state === CircuitState.HalfOpen) return notAsked.onTrial;
  // + if (breaker.state === CircuitState.Isolated) return notAsked.onTrial;
  test('answers every other call at once while a trial call is out', async () => {
    const breakers = createBreakers();
    await repeat(breakers, down);
    vi.advanceTimersByTime(10_100);
    const trial = Promise.withResolvers<Outcome>();
    const trying = breakers.run('a', () => trial.promise);
    let asked = 0;
    const others = Array.from({ length: 3 }, () =>
      breakers.run('a', async () => {
        asked++;
        return done;
      }),
    );
    expect(await Promise.all(others)).toEqual(
      others.map(() => ({
        kind: 'unavailable',
        reason: 'provider_fault',
        detail: 'not asked: another call is testing whether it has recovered',
      })),
    );
    expect([asked, breakers.stateOf('a')]).toEqual([0, 'half_open']);
    trial.resolve(done);
    expect(await trying).toEqual(done);
    expect(await repeat(breakers, done, 5)).toBe(5);
  });

  test.each([
    ['refuses what callers send', refused],
    ['refuses a template', badTemplate],
    ['is asked too often, by a limit of ours', tooMany],
    ['does what it is asked', done],
  ])('does not open for a provider that %s', async (_, outcome) => {
    const breakers = createBreakers();
    expect(await repeat(breakers, outcome)).toBe(60);
  });

  test('rethrows what an adapter throws', async () => {
    const thrown = createBreakers().run('a', () => Promise.reject(new Error('adapter')));
    await expect(thrown).rejects.toThrow('adapter');
  });

  test('reports what each attempt shows of its provider, and nothing of one that was not asked', async () => {
    const note = vi.fn();
    const breakers = createBreakers(note);
    await breakers.run('a', async () => done);
    await breakers.run('a', async () => badTemplate);
    await breakers.run('a', async () => down);
    await breakers.run('a', () => Promise.reject(new Error('adapter'))).catch(() => {});
    expect(note.mock.calls).toEqual([
      ['a', null],
      ['a', null],
      ['a', 'provider_unreachable'],
      ['a', 'provider_fault'],
    ]);
    const asked = await repeat(breakers, down);
    expect(note).toHaveBeenCalledTimes(4 + asked);
  });
});
