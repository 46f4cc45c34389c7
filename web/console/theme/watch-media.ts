/** The used part of `MediaQueryList`. */
interface Media {
  readonly matches: boolean;
  addEventListener(type: 'change', listener: (event: { matches: boolean }) => void): void;
}

interface WatchedMedia {
  matches(): boolean;
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/**
 * Whether a media query matches, now and after each change. Chromium drops the change event when `matches`
 * is read between the change and the event, as any render does. So it is read once, and then taken from the
 * events.
 */
export function watchMedia(media: Media): WatchedMedia {
  const listeners = new Set<() => void>();
  let isMatching = media.matches;
  media.addEventListener('change', ({ matches }) => {
    isMatching = matches;
    for (const listener of listeners) listener();
  });
  return {
    matches: () => isMatching,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
