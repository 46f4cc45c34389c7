import Type, { type Static } from 'typebox';
import { readOperator, setOperator } from '../../../people/accounts/operator-queries.ts';
import type { Entry, Section } from '../section.ts';

const closed = { additionalProperties: false };

const schema = Type.Object(
  {
    legalName: Type.Object({ en: Type.String(), zh: Type.String() }, closed),
    contact: Type.String({ description: 'Email address or phone number for people' }),
    privacyUrl: Type.String({ description: 'https URL of the privacy notice' }),
  },
  { ...closed, description: 'Legal details of the operator, which people see before a face check' },
);

const only = 'details';

export const operatorSection: Section = {
  schema,
  name: () => ({ en: 'the legal details of the operator', zh: '运营主体信息' }),
  entriesOf: (given: Static<typeof schema>) => new Map([[only, given]]),
  fileOf: (entries) => entries.get(only),
  async read(db) {
    const operator = await readOperator(db);
    return new Map<string, Entry>(operator ? [[only, { ...operator }]] : []);
  },
  async write(change, _context, { after }) {
    const { legalName, contact, privacyUrl } = after as Static<typeof schema>;
    const { en: nameEn, zh: nameZh } = legalName;
    await setOperator(change, { nameEn, nameZh, contact, privacyUrl }, called);
  },
  lockable: {},
};

const field = (name: string) => ({ en: name, zh: name });
const called = {
  en: field('operator.legalName.en'),
  zh: field('operator.legalName.zh'),
  contact: field('operator.contact'),
  privacyUrl: field('operator.privacyUrl'),
};
