import { text } from '../../client/search-state.ts';

/** What of the calls screen stands in its address. */
export const callFields = {
  time: text('today'),
  account: text(),
  key: text(),
  product: text(),
  state: text(),
  reason: text(),
  provider: text(),
  requestId: text(),
  person: text(),
  before: text(),
  after: text(),
};
