import type { ConsoleContext } from '../../src/surfaces/console/kit/console-route.ts';

/** What a screen hears of an event stream: the state at first, and the one after `change`. */
export async function hearChanges(
  routes: readonly { path: string; handle(context: never, input: never): unknown }[],
  path: string,
  {
    query,
    ...context
  }: Pick<ConsoleContext, 'pool' | 'scope'> & Partial<ConsoleContext> & { query: object },
  change: () => Promise<unknown>,
): Promise<string[]> {
  const gone = new AbortController();
  const route = routes.find((one) => one.path === path);
  const person = { personId: 1 };
  const watcher = { ...context, person, isStillAllowed: async () => true };
  const input = { query, signal: gone.signal };
  const reply = (await route?.handle(watcher as never, input as never)) as {
    body: AsyncIterable<Buffer | string>;
  };
  const heard: string[] = [];
  for await (const chunk of reply.body) {
    if (!String(chunk).startsWith('data:')) continue;
    heard.push(String(chunk));
    if (heard.length === 2) break;
    await change();
  }
  gone.abort();
  return heard;
}
