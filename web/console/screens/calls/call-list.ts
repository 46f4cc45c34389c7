/** The list that a call was opened from: the calls of its page, and its filters. */
export interface CallList {
  ids: readonly string[];
  query: Readonly<Record<string, string>>;
}

interface ListPlace {
  /** Counted from 1. */
  place: number;
  total: number;
  next: string | undefined;
  previous: string | undefined;
}

/** Undefined for a call that was not opened from a list. */
export function placeIn(list: CallList | undefined, requestId: string): ListPlace | undefined {
  const at = list?.ids.indexOf(requestId) ?? -1;
  if (!list || at < 0) return undefined;
  const { ids } = list;
  return { place: at + 1, total: ids.length, next: ids[at + 1], previous: ids[at - 1] };
}
