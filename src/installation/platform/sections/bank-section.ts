import Type, { type Static } from 'typebox';
import { tidyLines } from '../../../foundation/contract/text/plain-lines.ts';
import { readPayee, removePayee, setPayee } from '../../../money/bank/payee-queries.ts';
import type { Entry, Section } from '../section.ts';

const schema = Type.Object(
  {
    payee: Type.String({
      description: 'Where customers send bank transfers: lines that they read on Add funds',
    }),
  },
  { additionalProperties: false, description: 'The bank account for transfers of customers' },
);

const only = 'payee';

export const bankSection: Section = {
  schema,
  name: () => ({ en: 'the bank details for customers', zh: '对公收款账户信息' }),
  entriesOf: ({ payee }: Static<typeof schema>) => new Map([[only, { payee: tidyLines(payee) }]]),
  fileOf: (entries) => entries.get(only),
  async read(db) {
    const payee = await readPayee(db);
    return new Map<string, Entry>(payee === null ? [] : [[only, { payee }]]);
  },
  async write(change, _context, { after }) {
    await setPayee(change, (after as Static<typeof schema>).payee);
  },
  remove: (change) => removePayee(change),
  lockable: {},
};
