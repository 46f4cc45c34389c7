import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

/** What others put into the sidebar: how many wait for a person, and the proof at its foot. */
export interface SidebarSlots {
  counts: Readonly<Record<string, number>>;
  proof: ReactNode;
}

let slots: SidebarSlots = { counts: {}, proof: undefined };
const listeners = new Set<() => void>();

function put(next: SidebarSlots): void {
  slots = next;
  for (const listener of listeners) listener();
}

export function useSidebarSlots(): SidebarSlots {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => slots,
  );
}

/** Shows beside a screen's name how many wait for a person there. */
export function useSidebarCount(screen: string, count: number | undefined): void {
  useEffect(() => {
    put({ ...slots, counts: { ...slots.counts, [screen]: count ?? 0 } });
  }, [screen, count]);
}

export function putSidebarProof(proof: ReactNode): void {
  put({ ...slots, proof });
}
