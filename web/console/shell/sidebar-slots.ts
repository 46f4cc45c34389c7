import type { ReactNode } from 'react';

/** What others put into the sidebar: how many wait for a person, by screen, and the proof at its foot. */
interface SidebarSlots {
  counts: Readonly<Record<string, ReactNode>>;
  proof: ReactNode;
}

export const sidebarSlots: SidebarSlots = { counts: {}, proof: undefined };

/** Shows beside a screen's name how many wait for a person there. */
export function putSidebarCount(screen: string, count: ReactNode): void {
  sidebarSlots.counts = { ...sidebarSlots.counts, [screen]: count };
}

export function putSidebarProof(proof: ReactNode): void {
  sidebarSlots.proof = proof;
}
