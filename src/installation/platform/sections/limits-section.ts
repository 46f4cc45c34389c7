import Type, { type Static } from 'typebox';
import { type Mode, modes } from '../../../foundation/contract/products.ts';
import { pluralize } from '../../../foundation/contract/text/pluralize.ts';
import { defaultLimits, longestWindow } from '../../../line/limits/limits.ts';
import { listDefaultLimits, setDefaultLimits } from '../../../line/limits/queries.ts';
import { countAccountsWithoutLimits } from '../effect-queries.ts';
import type { Section } from '../section.ts';

const closed = { additionalProperties: false };
const count = (what: string, usual: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: longestWindow,
      description: `${what} to one number; ${usual} if left out`,
    }),
  );

const Limits = Type.Object(
  {
    perNumber: Type.Optional(
      Type.Boolean({ description: 'Limit messages per number; if left out: live yes, test no' }),
    ),
    codePerMinute: count('Codes per minute', defaultLimits.codePerMinute),
    codePerHour: count('Codes per hour', defaultLimits.codePerHour),
    codePerDay: count('Codes per day', defaultLimits.codePerDay),
    noticePerDay: count('Notices per day', defaultLimits.noticePerDay),
    regions: Type.Optional(
      Type.Array(Type.String({ pattern: '^([A-Z]{2}|\\*)$' }), {
        minItems: 1,
        uniqueItems: true,
        description: 'Regions that messages may be sent to; "*" for all',
      }),
    ),
  },
  closed,
);
type Limits = Static<typeof Limits>;

const schema = Type.Object(
  { live: Type.Optional(Limits), test: Type.Optional(Limits) },
  { ...closed, description: 'Limits of accounts that have none of their own' },
);

const columns = {
  perNumber: 'per_number',
  codePerMinute: 'code_per_minute',
  codePerHour: 'code_per_hour',
  codePerDay: 'code_per_day',
  noticePerDay: 'notice_per_day',
  regions: 'regions',
};

export const limitsSection: Section = {
  schema,
  name: (mode) => ({ en: `default limits of ${mode} calls`, zh: `${mode} 调用的默认限制` }),
  entriesOf: (given: Static<typeof schema>) =>
    new Map(modes.flatMap((mode) => (given[mode] ? [[mode, given[mode]] as const] : []))),
  fileOf: (entries) => Object.fromEntries(entries),
  async read(db) {
    const rows = await listDefaultLimits(db);
    return new Map(
      rows.map(({ mode, ...limits }) => [
        mode,
        Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null)),
      ]),
    );
  },
  async write(change, _context, { key, after }) {
    const limits: Limits = after;
    await setDefaultLimits(change, key as Mode, {
      perNumber: limits.perNumber ?? null,
      codePerMinute: limits.codePerMinute ?? null,
      codePerHour: limits.codePerHour ?? null,
      codePerDay: limits.codePerDay ?? null,
      noticePerDay: limits.noticePerDay ?? null,
      regions: limits.regions ?? null,
    });
  },
  async effects(db, { key }) {
    const accounts = await countAccountsWithoutLimits(db, key as Mode);
    return [`${pluralize(accounts, 'account')} without own limits.`];
  },
  lockable: columns,
};
