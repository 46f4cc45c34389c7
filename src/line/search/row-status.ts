/**
 * What a row says of a call, and with which group of the totals it is counted: the result of its message or check once
 * the call was carried out, and its own state before. Any other status is a failure. A message that was accepted by its
 * provider was carried out, whether or not a receipt has come.
 */
export const rowGroups = {
  completed: ['done', 'accepted', 'sent', 'delivered', 'passed'],
  waiting: ['held', 'pending'],
  unknown: ['unknown'],
} as const;

export type RowGroup = keyof typeof rowGroups | 'failed';

export const groupOf = (status: string): RowGroup =>
  (Object.keys(rowGroups) as (keyof typeof rowGroups)[]).find((group) =>
    (rowGroups[group] as readonly string[]).includes(status),
  ) ?? 'failed';

/** The status of a facet `f`, in SQL. */
export const statusSql = `case when f.state = 'done' and f.result <> '' then f.result else f.state::text end`;
