import { load } from './load.ts';

export const { Webhook } = load<{
  Webhook: new (
    secret: string,
  ) => { verify(body: string, headers: Record<string, string>): unknown };
}>('standardwebhooks');
