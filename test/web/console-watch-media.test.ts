import { expect, test, vi } from 'vitest';
import { watchMedia } from '../../web/console/theme/watch-media.ts';

test('a media query is read once, and then updated by the browser’s events', () => {
  const matches = vi.fn(() => false);
  let tell: (event: { matches: boolean }) => void = () => {};
  const media = watchMedia({
    get matches() {
      return matches();
    },
    addEventListener(_, listener) {
      tell = listener;
    },
  });
  const listener = vi.fn();
  const end = media.subscribe(listener);
  expect(media.matches()).toBe(false);
  tell({ matches: true });
  expect(media.matches()).toBe(true);
  expect(listener).toHaveBeenCalledTimes(1);
  end();
  tell({ matches: false });
  expect(media.matches()).toBe(false);
  expect(listener).toHaveBeenCalledTimes(1);
  // A reader between a change and its event would hide the change from all others.
  expect(matches).toHaveBeenCalledTimes(1);
});
