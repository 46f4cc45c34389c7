import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { clientSignal, streamSignal } from './stream-signal.ts';

function ask(signalOf: typeof streamSignal, socket = new EventEmitter()) {
  const raw = new EventEmitter();
  return { raw, socket, signal: signalOf({ raw, request: { raw: { socket } } } as never) };
}

test('an event stream ends with its reply, and when its reader closes the connection', () => {
  const over = ask(streamSignal);
  expect(over.signal.aborted).toBe(false);
  over.raw.emit('close');
  expect(over.signal.aborted).toBe(true);
  const closed = ask(streamSignal);
  closed.socket.emit('end');
  expect(closed.signal.aborted).toBe(true);
});

test('a client that closes its sending side still gets the reply it waits for', () => {
  const { raw, socket, signal } = ask(clientSignal);
  socket.emit('end');
  expect(signal.aborted).toBe(false);
  raw.emit('close');
  expect(signal.aborted).toBe(true);
});

test('a connection keeps no listeners of finished streams', () => {
  const socket = new EventEmitter();
  for (let count = 0; count < 20; count += 1) ask(streamSignal, socket).raw.emit('close');
  expect(socket.listenerCount('end')).toBe(0);
});
