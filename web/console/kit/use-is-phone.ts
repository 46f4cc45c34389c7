import { useSyncExternalStore } from 'react';
import { watchMedia } from '../theme/watch-media.ts';

const phone = watchMedia(matchMedia('(max-width: 640px)'));

/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(phone.subscribe, phone.matches);
}
