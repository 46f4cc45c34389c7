import { useSyncExternalStore } from 'react';
import { watchMedia } from '../theme/watch-media.ts';

const phone = watchMedia(matchMedia('(max-width: 640px)'));

export function useIsPhone(): boolean {
  return useSyncExternalStore(phone.subscribe, phone.matches);
}
