import { text } from '../../client/search-state.ts';

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
