/** A value in a chain, until it is removed. */
export interface Link<Value> {
  readonly value: Value;
  before: Link<Value> | undefined;
  after: Link<Value> | undefined;
}

/**
 * Values in the order in which they were added, for values that come and go with every call.
 *
 * A Set would do the same, but when a Set is full of deleted values, V8 gives it a new table, and the old table
 * keeps its values and points to the new one. Once an old table has left the young generation, it keeps all later
 * ones alive until the next full collection, with every value that they had: nothing dies young any more. With Sets,
 * 27 % of what calls allocated survived a collection, which took 18 ms; with chains, 6 % and 7 ms.
 */
export interface Chain<Value> extends Iterable<Value> {
  add(value: Value): Link<Value>;
  /** Removes a link of this chain; does nothing if it was removed before. */
  remove(link: Link<Value>): void;
}

export function createChain<Value>(): Chain<Value> {
  let first: Link<Value> | undefined;
  let last: Link<Value> | undefined;
  return {
    add(value) {
      const link: Link<Value> = { value, before: last, after: undefined };
      if (last) last.after = link;
      else first = link;
      last = link;
      return link;
    },
    remove(link) {
      const { before, after } = link;
      if (!before && first !== link) return;
      if (before) before.after = after;
      else first = after;
      if (after) after.before = before;
      else last = before;
      link.before = undefined;
      link.after = undefined;
    },
    *[Symbol.iterator]() {
      for (let link = first; link; ) {
        // The value may be removed while it is used; the values behind it may not.
        const { value, after } = link;
        yield value;
        link = after;
      }
    },
  };
}
