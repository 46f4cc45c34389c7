/**
 * Aborted when this command is asked to stop: by a signal, or because the process that started it over a channel is
 * gone. After `forget`, a signal ends the process at once.
 */
export function listenForStop(): { signal: AbortSignal; forget(): void } {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const events = ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'];
  for (const event of events) process.on(event, stop);
  // The channel alone must not keep the command alive.
  process.channel?.unref();
  const forget = () => {
    for (const event of events) process.off(event, stop);
  };
  return { signal: stopping.signal, forget };
}
