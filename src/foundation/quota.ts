/** Limits concurrent uses: a fixed number of slots for each key. */
export interface Quota {
  /** False when no slot is free. */
  take(whose: number): boolean;
  leave(whose: number): void;
}

export function createQuota(most: number): Quota {
  const taken = new Map<number, number>();
  return {
    take(whose) {
      const count = taken.get(whose) ?? 0;
      if (count >= most) return false;
      taken.set(whose, count + 1);
      return true;
    },
    leave(whose) {
      const left = (taken.get(whose) ?? 1) - 1;
      if (left > 0) taken.set(whose, left);
      else taken.delete(whose);
    },
  };
}
