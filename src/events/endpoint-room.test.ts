import { expect, test } from 'vitest';
import { createEndpointRoom } from './endpoint-room.ts';

/** How many more may begin for an endpoint. */
function roomOf(room: ReturnType<typeof createEndpointRoom>, endpointId: number): number {
  const { endpointIds, rooms } = room.rooms();
  return rooms[endpointIds.indexOf(endpointId)] ?? room.atFirst;
}

test('an endpoint that takes what it is sent gets more at once, up to a bound', () => {
  const room = createEndpointRoom(100, 6);
  for (let n = 0; n < 10; n++) {
    room.enter(1);
    room.leave(1, 'well');
  }
  expect([roomOf(room, 1), roomOf(room, 2)]).toEqual([6, room.atFirst]);
});

test('one that does not gets one at a time, until it does', () => {
  const room = createEndpointRoom(100, 6);
  for (let n = 0; n < 4; n++) room.enter(1);
  expect(roomOf(room, 1)).toBe(0);
  room.leave(1, 'badly');
  expect(roomOf(room, 1)).toBe(0);
  for (let n = 0; n < 3; n++) room.leave(1, 'badly');
  expect(roomOf(room, 1)).toBe(1);
  room.enter(1);
  room.leave(1, 'well');
  expect(roomOf(room, 1)).toBe(2);
});

test('all together have no more than there is', () => {
  const room = createEndpointRoom(3, 2);
  room.enter(1);
  room.enter(2);
  expect(room.left()).toBe(1);
  room.leave(1, 'badly');
  expect(room.left()).toBe(2);
});
