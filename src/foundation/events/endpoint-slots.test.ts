import { expect, test } from 'vitest';
import { atFirst, createEndpointRoom } from './endpoint-slots.ts';

type Room = ReturnType<typeof createEndpointRoom>;

/** How many more deliveries may start for an endpoint, whatever the others do. */
function roomOf(room: Room, endpointId: number): number {
  const rooms = [...room.takes()].map(({ most, each, endpointIds, rooms }) => {
    const at = endpointIds.indexOf(endpointId);
    return Math.min(Math.max(0, most), at < 0 ? each : (rooms[at] ?? 0));
  });
  return Math.max(...rooms);
}

function prove(room: Room, endpointId: number, times = 1): void {
  for (let n = 0; n < times; n++) {
    room.enter(endpointId);
    room.leave(endpointId, 'well');
  }
}

test('a healthy endpoint gets more concurrent deliveries, up to a limit', () => {
  const room = createEndpointRoom(100, 6);
  prove(room, 1, 10);
  expect([roomOf(room, 1), roomOf(room, 2)]).toEqual([6, atFirst]);
});

test('a failing one gets one at a time until it succeeds', () => {
  const room = createEndpointRoom(100, 6);
  for (let n = 0; n < 4; n++) room.enter(1);
  expect(roomOf(room, 1)).toBe(0);
  room.leave(1, 'badly');
  expect(roomOf(room, 1)).toBe(0);
  for (let n = 0; n < 3; n++) room.leave(1, 'badly');
  expect(roomOf(room, 1)).toBe(1);
  prove(room, 1);
  expect(roomOf(room, 1)).toBe(2);
});

test('all endpoints together stay within the total limit', () => {
  const room = createEndpointRoom(4, 4);
  prove(room, 1, 5);
  for (let n = 0; n < 3; n++) room.enter(1);
  expect(roomOf(room, 1)).toBe(1);
  room.enter(1);
  expect(roomOf(room, 1)).toBe(0);
  expect(roomOf(room, 2)).toBe(0);
});

test('endpoints without a success share half of the slots, however many they are', () => {
  const room = createEndpointRoom(100, 64);
  prove(room, 1, 80);
  // Each take is used completely, as if that much were due.
  for (let turn = 0; turn < 10; turn++) {
    for (const { most, each } of room.takes()) {
      for (let n = 0; n < most && each > 0; n++) room.enter(1_000 * turn + n + 2);
    }
  }
  expect(roomOf(room, 2_000_000)).toBe(0);
  expect(roomOf(room, 1)).toBe(50);
  // The same if they have failed before; one that succeeds leaves this group.
  for (let n = 0; n < 25; n++) room.leave(n + 2, 'badly');
  expect(roomOf(room, 2)).toBe(1);
  prove(room, 3, 20);
  expect(roomOf(room, 3)).toBe(21);
});

test('the endpoint not heard of for longest is forgotten, unless a delivery is under way', () => {
  const room = createEndpointRoom(100, 64);
  room.enter(1);
  for (let endpointId = 2; endpointId < 20_000; endpointId++) prove(room, endpointId);
  const [{ endpointIds } = expect.fail()] = room.takes();
  expect(endpointIds.length).toBeLessThanOrEqual(5_000);
  expect(endpointIds).toContain(1);
  expect(endpointIds).toContain(19_999);
});

test('an endpoint that was just heard of is not forgotten', () => {
  const room = createEndpointRoom(100, 64);
  for (let endpointId = 1; endpointId <= 5_000; endpointId++) prove(room, endpointId);
  prove(room, 1);
  prove(room, 5_001);
  const [{ endpointIds } = expect.fail()] = room.takes();
  expect([endpointIds.includes(1), endpointIds.includes(2)]).toEqual([true, false]);
});
