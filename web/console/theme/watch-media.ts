/** What is used of a browser's media query. */
interface Media {
  readonly matches: boolean;
  addEventListener(type: 'change', listener: (event: { matches: boolean }) => void): void;
}

export interface WatchedMedia {
  matches(): boolean;
  /** Calls back on every change; the returned function ends that. */
  subscribe(listener: () => void): () => void;
}

/**
 * Whether a media query holds, now and whenever that changes. Chromium tells nobody of a change when somebody reads
 * `matches` after it happened and before it is told, as any render does: that part of the page would turn, and all
 * others stay as they were. So it is read once, and from then on taken from what is told.
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
