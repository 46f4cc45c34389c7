import { type Change, noteChange } from '../audit/change-queries.ts';

/**
 * Records in the audit log who had events sent. It changes no setting, but the receiver of a replay or a test
 * event wants to know who caused it.
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
