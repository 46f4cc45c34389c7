/** The texts of the search dialog. */
export const en = {
  title: 'Search',
  find: 'Find an account, call, key or mobile number',
  findOwn: 'Find a call, key or mobile number',
  hintOwn:
    'Try a request ID or its last 8 characters, the last 4 of a key, a mobile number or an ID number.',
  hint: 'Try an account name, a request ID or its last 8 characters, the last 4 of a key, a mobile number or an ID number.',
  accounts: 'Accounts',
  calls: 'Calls',
  keys: 'Keys',
  persons: 'People',
  callsOf: 'Calls for {label}',
  revoked: 'Revoked',
  nothing: 'No results.',
  lookedFor: 'Searched: {kinds}.',
  kind_account: 'account name',
  kind_call: 'request ID',
  kind_reference: 'last 8 of a request ID (checks, and calls of the last day)',
  kind_key: 'last 4 of a key',
  kind_mobile: 'mobile number (by hash)',
  kind_card: 'ID number (by hash)',
} as const;
