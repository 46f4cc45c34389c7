import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { withDeadline } from './ask-provider.ts';

test('a provider that throws at once fails its query, and nothing is left behind at the deadline', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  try {
    const ports = { settings: { providerTimeoutMs: 10 } } as Parameters<typeof withDeadline>[0];
    const asking = withDeadline(ports, () => {
      throw new Error('not even a promise');
    });
    await expect(asking).rejects.toThrow('not even a promise');
    await sleep(100);
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});
