import Type, { type Static } from 'typebox';
import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import { requireName } from '../../../foundation/contract/refusals/require-name.ts';
import { readEmail } from '../../../people/sign-in/email.ts';
import {
  findCredentials,
  insertPerson,
  listConnectedOperators,
  nextPersonId,
  setEmail,
  setProfile,
} from '../../../people/sign-in/person-queries.ts';
import { removeRole, setRole } from '../../../people/sign-in/role-queries.ts';
import { operatorRoles } from '../../../people/sign-in/roles.ts';
import type { Section } from '../section.ts';

const Person = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    email: Type.String({ maxLength: 254 }),
    role: Type.Enum([...operatorRoles] as [string, ...string[]], { type: 'string' }),
  },
  { additionalProperties: false },
);
type Person = Static<typeof Person>;

const schema = Type.Record(
  Type.String({ minLength: 3, maxLength: 512, pattern: '^\\S+ \\S+$' }),
  Person,
  {
    additionalProperties: false,
    description:
      'Operators who sign in by OpenID Connect, by issuer and subject: "https://id.example 1234". ' +
      'Operators with a password are left alone',
  },
);

export const peopleSection: Section = {
  schema,
  name: (subject) => ({ en: `operator ${subject}`, zh: `运营人员 ${subject}` }),
  entriesOf: (given: Static<typeof schema>) =>
    new Map(
      Object.entries(given).map(([subject, { name, email, role }]) => [
        subject,
        { name, email: readEmail(email) ?? refuse('email_invalid'), role },
      ]),
    ),
  fileOf: (entries) => Object.fromEntries(entries),
  async read(db) {
    const people = await listConnectedOperators(db);
    return new Map(
      people.map(({ subject, name, email, role }) => [subject, { name, email, role }]),
    );
  },
  async write(change, _context, { key: subject, after }) {
    const { name, email, role } = after as Person;
    requireName({ en: 'name', zh: 'name' }, name, 100);
    const known = await findCredentials(change, { oidcSubject: subject });
    const personId = known?.personId ?? (await nextPersonId(change));
    if (!known) {
      const person = { personId, name, email, language: null, passwordHash: null };
      const isNew = await insertPerson(change, { ...person, oidcSubject: subject });
      if (!isNew) refuse('email_taken', { email });
    }
    if (known && known.name !== name) await setProfile(change, personId, { name });
    if (known && known.email !== email) await setEmail(change, personId, email);
    await setRole(change, personId, null, role);
  },
  async remove(change, _context, subject) {
    const known = await findCredentials(change, { oidcSubject: subject });
    if (known) await removeRole(change, known.personId, null);
  },
  async effects(_db, { after }) {
    return after ? [] : ['They can no longer sign in as an operator.'];
  },
  lockable: {},
};
