import { type Change, noteChange } from '../audit/change-queries.ts';

/**
 * Notes that somebody had events sent. Nothing that people set is changed by it, but whoever is told something
 * twice, or for a trial, wants to know who wanted it.
 */
export async function noteSending(
  change: Change,
  accountId: number,
  action: 'delivery.replay' | 'endpoint.test',
  asked: object,
  sent: object,
): Promise<void> {
  const what = { subject: 'deliveries', key: asked, before: null, after: sent };
  await noteChange(change, { accountId, action, ...what });
}
