/** The shortest time for each of the last steps of a shutdown. */
const leastClosingMs = 500;

/**
 * Stops the workers first, then what they depend on. Each step has its own time limit within the grace period.
 */
export async function closeInOrder(
  graceMs: number,
  line: {
    settles: { drained(): Promise<unknown> };
    deadlines: { close(): void };
    replyDeadlines: { close(): void };
    refused: { close(): Promise<unknown> };
  },
  parts: {
    workers: readonly { stop(): Promise<unknown> }[];
    servers: readonly { close(graceMs: number): Promise<unknown> }[];
    outsiders: readonly { close(): Promise<unknown> }[];
    database(): Promise<unknown>[];
  },
): Promise<void> {
  const untilMs = performance.now() + graceMs;
  const stopped = parts.workers.map((each) => each.stop());
  const closed = parts.servers.map((each) => each.close(graceMs));
  await until(untilMs, Promise.all([...stopped, ...closed]));
  await until(untilMs, line.settles.drained());
  await until(performance.now() + leastClosingMs, line.refused.close());
  for (const each of [line.deadlines, line.replyDeadlines]) each.close();
  const outsiders = parts.outsiders.map((each) => each.close());
  await until(performance.now() + leastClosingMs, Promise.all(outsiders));
  const lastMs = Math.max(untilMs, performance.now() + leastClosingMs);
  await until(lastMs, Promise.all(parts.database()));
}

/**
 * Stops waiting when the grace period ends. This cuts off a job, or a call, which the next start finds and
 * ends.
 */
async function until(untilMs: number, closing: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.max(0, untilMs - performance.now()));
  await Promise.race([closing, promise]);
  clearTimeout(timer);
}
