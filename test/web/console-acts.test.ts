import { expect, test } from 'vitest';
import { acts } from '../../src/foundation/audit/acts.ts';
import type { AuditEntry } from '../../src/surfaces/console/audit/audit-contract.ts';
import { actText } from '../../web/console/kit/act-text.ts';
import {
  groupActs,
  restoredState,
  tellingFields,
} from '../../web/console/screens/audit/group-acts.ts';

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  entryId: 1,
  madeAt: '2026-11-18T08:00:00.500Z',
  actor: { kind: 'person', name: 'Ada' },
  accountId: null,
  action: 'invitation.accept',
  subject: 'people',
  key: {},
  before: null,
  after: null,
  object: {},
  ...changes,
});

test('the rows of one act are one line, in the account that any of them names', () => {
  const grouped = groupActs([
    entry({ entryId: 6, subject: 'members', accountId: 12, after: { role: 'developer' } }),
    entry({ entryId: 5, madeAt: '2026-11-18T08:00:00.100Z', after: { email: 'ada@acme.example' } }),
    entry({ entryId: 4, madeAt: '2026-11-18T07:59:59.400Z' }),
    entry({ entryId: 3, accountId: 12, action: 'key.create' }),
    entry({ entryId: 2, accountId: 13, action: 'key.create' }),
    entry({ entryId: 1, accountId: 13, action: 'key.create', actor: { kind: 'key', name: 'Ada' } }),
  ]);
  const invited = { action: 'invitation.create', subject: 'invitations' };
  expect(groupActs([entry(invited), entry({ ...invited, accountId: 12 })])).toHaveLength(2);
  const idsOf = grouped.map(({ entries }) => entries.map(({ entryId }) => entryId));
  expect(idsOf).toEqual([[6, 5], [4], [3], [2], [1]]);
  expect(grouped.map(({ accountId }) => accountId)).toEqual([12, null, 12, 13, 13]);
  expect(grouped.slice(0, 1).flatMap(tellingFields)).toEqual([
    { name: 'email', value: 'ada@acme.example' },
    { name: 'role', value: 'developer' },
  ]);
});

test('rows of different products are lines of their own, even of one moment', () => {
  const added = {
    action: 'product.add',
    actor: { kind: 'platform', name: 'new products' },
  } as const;
  const grouped = groupActs([
    entry({ ...added, entryId: 4, subject: 'products', after: { product: 'verify_approval' } }),
    entry({
      ...added,
      entryId: 3,
      subject: 'template_assignments',
      key: { product: 'verify_email' },
    }),
    entry({ ...added, entryId: 2, subject: 'templates', after: { template_id: 'VERIFY_EMAIL' } }),
    entry({ ...added, entryId: 1, subject: 'products', after: { product: 'verify_email' } }),
  ]);
  expect(grouped.map((act) => tellingFields(act).map(({ value }) => value))).toEqual([
    ['verify_approval'],
    ['verify_email', 'VERIFY_EMAIL'],
  ]);
});

test('every act has a sentence in both languages, and an unknown one is told by its name', () => {
  for (const action of Object.keys(acts)) {
    expect(actText(action, 'en')).toMatch(/^[a-z][^.]+$/);
    expect(actText(action, 'zh')).toMatch(/^[\u4e00-\u9fff][^。]+$/);
  }
  expect(actText('price.forgotten', 'en')).toBe('price.forgotten');
  expect(actText('toString', 'zh')).toBe('toString');
});

test('the note of a restored version joins the row that it restored, and says of when it was', () => {
  const restore = { action: 'route.restore', key: { product: 'sms_code' } };
  const after = { restored_entry: 7, restored_at: '2026-11-18T06:02:00.000Z' };
  const [act, ...others] = groupActs([
    entry({ ...restore, entryId: 9, subject: 'versions', after }),
    entry({ ...restore, entryId: 8, subject: 'routes' }),
  ]);
  expect(others).toEqual([]);
  expect(act && restoredState(act)).toEqual({ madeAt: after.restored_at });
  expect(
    restoredState({ first: entry({}), entries: [entry({})], accountId: null }),
  ).toBeUndefined();
});
