import { expect, test } from 'vitest';
import { keepEarlyKeys } from '../../web/console/shell/early-keys.ts';

const press = (target: EventTarget, key: string, held: object = {}) => {
  const event = new Event('keydown', { cancelable: true });
  target.dispatchEvent(Object.assign(event, { key, ...held }));
  return event.defaultPrevented;
};

test('what is typed before a field is ready is kept, and is nothing else meanwhile', () => {
  const target = new EventTarget();
  const take = keepEarlyKeys(target);
  expect([...'1378', 'Backspace'].map((key) => press(target, key))).not.toContain(false);
  expect(press(target, 'Escape')).toBe(false);
  expect(press(target, 'v', { ctrlKey: true })).toBe(false);
  const clipboardData = { getData: () => '12343001' };
  target.dispatchEvent(Object.assign(new Event('paste'), { clipboardData }));
  expect(take()).toBe('13712343001');
  expect(press(target, '9')).toBe(false);
  expect(take()).toBe('13712343001');
});
