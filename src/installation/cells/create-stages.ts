/** What an app begins with. */
interface Parts {
  listener: { ready: Promise<void> };
  changes: { onWord(word: string): void };
  keyWatch: { refresh(): Promise<void> };
  providers: { reload(): Promise<void> };
  workers: readonly { start(): void }[];
}

/** How an app begins to work: at its start, or when the cell that is being moved here has arrived. */
export function createStages(
  options: { isArriving?: boolean; withJobs?: boolean },
  { listener, changes, keyWatch, providers, workers }: Parts,
) {
  let isArriving = options.isArriving ?? false;
  const begin = () => {
    const mayWork = (options.withJobs ?? true) && !isArriving;
    if (mayWork) for (const each of workers) each.start();
  };
  return {
    isArriving: () => isArriving,
    async prepare() {
      await listener.ready;
      // Nothing is written to a copy that still follows the old cell.
      if (!isArriving) await keyWatch.refresh();
    },
    begin,
    async arrive() {
      // Replicated changes notify nobody, so whatever was read from the copy is read again.
      changes.onWord('*');
      await Promise.all([providers.reload(), keyWatch.refresh()]);
      isArriving = false;
      begin();
    },
  };
}
