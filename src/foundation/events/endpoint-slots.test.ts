import { expect, test } from 'vitest';
import {
  createEndpointSlots as createSlots,
  type EndpointSlots,
  initialLimit,
} from './endpoint-slots.ts';

/** The time as the slots see it. */
let nowMs = 0;
const createEndpointSlots = (mostInAll: number, mostEach: number, probeMs = 0) =>
  createSlots(mostInAll, mostEach, 1, { probeMs, maxProbeMs: 60_000 }, () => nowMs);

/** How many more deliveries may start for an endpoint, whatever the others do. */
function freeSlotsOf(endpoints: EndpointSlots, endpointId: number): number {
  const counts = [...endpoints.takes()].map(({ limit, each, endpointIds, slots }) => {
    const at = endpointIds.indexOf(endpointId);
    return Math.min(Math.max(0, limit), at < 0 ? each : (slots[at] ?? 0));
  });
  return Math.max(...counts);
}

function prove(slots: EndpointSlots, endpointId: number, times = 1): void {
  for (let n = 0; n < times; n++) {
    slots.enter(endpointId);
    slots.leave(endpointId, 'well');
  }
}

test('a healthy endpoint gets more concurrent deliveries, up to a limit', () => {
  const slots = createEndpointSlots(100, 6);
  prove(slots, 1, 10);
  expect([freeSlotsOf(slots, 1), freeSlotsOf(slots, 2)]).toEqual([6, initialLimit]);
});

test('a failing one gets one at a time until it succeeds', () => {
  const slots = createEndpointSlots(100, 6);
  for (let n = 0; n < 4; n++) slots.enter(1);
  expect(freeSlotsOf(slots, 1)).toBe(0);
  slots.leave(1, 'badly');
  expect(freeSlotsOf(slots, 1)).toBe(0);
  for (let n = 0; n < 3; n++) slots.leave(1, 'badly');
  expect(freeSlotsOf(slots, 1)).toBe(1);
  prove(slots, 1);
  expect(freeSlotsOf(slots, 1)).toBe(2);
});

test('a failing one is probed after a pause, which doubles up to a minute', () => {
  const slots = createEndpointSlots(100, 6, 1_000);
  const pauses: number[] = [];
  prove(slots, 1, 3);
  for (let n = 0; n < 8; n++) {
    // Three that are under way together fail together.
    for (let k = 0; k < 3; k++) slots.enter(1);
    for (let k = 0; k < 3; k++) slots.leave(1, 'badly');
    const failedAt = nowMs;
    while (freeSlotsOf(slots, 1) === 0) nowMs += 500;
    expect(freeSlotsOf(slots, 1)).toBe(1);
    pauses.push((nowMs - failedAt) / 1_000);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('one that succeeds again gets all that waits, and a later failure counts from the start', () => {
  const slots = createEndpointSlots(100, 6, 1_000);
  for (let n = 0; n < 5; n++) {
    slots.enter(1);
    slots.leave(1, 'badly');
    while (freeSlotsOf(slots, 1) === 0) nowMs += 1_000;
  }
  prove(slots, 1);
  expect(freeSlotsOf(slots, 1)).toBe(2);
  prove(slots, 1, 10);
  expect(freeSlotsOf(slots, 1)).toBe(6);
  slots.enter(1);
  slots.leave(1, 'badly');
  expect(freeSlotsOf(slots, 1)).toBe(0);
  nowMs += 1_000;
  expect(freeSlotsOf(slots, 1)).toBe(1);
});

test('a success beside a failure lets the others go on', () => {
  const slots = createEndpointSlots(100, 6, 1_000);
  slots.enter(1);
  slots.enter(1);
  slots.leave(1, 'badly');
  expect(freeSlotsOf(slots, 1)).toBe(0);
  slots.leave(1, 'well');
  expect(freeSlotsOf(slots, 1)).toBeGreaterThan(0);
});

test('all endpoints together stay within the total limit', () => {
  const slots = createEndpointSlots(4, 4);
  prove(slots, 1, 5);
  for (let n = 0; n < 3; n++) slots.enter(1);
  expect(freeSlotsOf(slots, 1)).toBe(1);
  slots.enter(1);
  expect(freeSlotsOf(slots, 1)).toBe(0);
  expect(freeSlotsOf(slots, 2)).toBe(0);
});

test('endpoints without a success share half of the slots, however many they are', () => {
  const slots = createEndpointSlots(100, 64);
  prove(slots, 1, 80);
  // Each take is used completely, as if that much were due.
  for (let turn = 0; turn < 10; turn++) {
    for (const { limit, each } of slots.takes()) {
      for (let n = 0; n < limit && each > 0; n++) slots.enter(1_000 * turn + n + 2);
    }
  }
  expect(freeSlotsOf(slots, 2_000_000)).toBe(0);
  expect(freeSlotsOf(slots, 1)).toBe(50);
  // The same if they have failed before; one that succeeds leaves this group.
  for (let n = 0; n < 25; n++) slots.leave(n + 2, 'badly');
  expect(freeSlotsOf(slots, 2)).toBe(1);
  prove(slots, 3, 20);
  expect(freeSlotsOf(slots, 3)).toBe(21);
});

test('the endpoint not heard of for longest is forgotten, unless a delivery is under way', () => {
  const slots = createEndpointSlots(100, 64);
  slots.enter(1);
  for (let endpointId = 2; endpointId < 20_000; endpointId++) prove(slots, endpointId);
  const [{ endpointIds } = expect.fail()] = slots.takes();
  expect(endpointIds.length).toBeLessThanOrEqual(5_000);
  expect(endpointIds).toContain(1);
  expect(endpointIds).toContain(19_999);
});

test('an endpoint that was just heard of is not forgotten', () => {
  const slots = createEndpointSlots(100, 64);
  for (let endpointId = 1; endpointId <= 5_000; endpointId++) prove(slots, endpointId);
  prove(slots, 1);
  prove(slots, 5_001);
  const [{ endpointIds } = expect.fail()] = slots.takes();
  expect([endpointIds.includes(1), endpointIds.includes(2)]).toEqual([true, false]);
});
