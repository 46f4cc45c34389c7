import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPeopleFixture,
  home,
  type PeopleFixture,
  password,
} from '../../../test/kit/people-fixture.ts';
import { createAccount } from '../accounts/queries.ts';
import { registerPerson } from './register-person.ts';

let fixture: PeopleFixture;
beforeAll(async () => {
  fixture = await createPeopleFixture();
});
afterAll(() => fixture.drop());

function register(number: number, visitor = home) {
  const newcomer = { name: 'Bo', email: `bo${number}@example.com`, password, language: null };
  const makeAccount = async (change: Parameters<typeof createAccount>[0]) =>
    (await createAccount(change, { name: 'Bo & Co' })).accountId;
  return registerPerson(fixture, newcomer, makeAccount, visitor);
}

test('registrations per network are limited, and do not slow down other networks', async () => {
  const reasons: string[] = [];
  for (let number = 0; number < 6; number++) {
    await fixture.pool.query('update sign_in_tries set last_at = now()');
    await register(number).catch(({ reason }) => reasons.push(reason));
  }
  expect(reasons).toEqual(['too_many_tries']);
  expect(await register(6, { ...home, address: '198.51.100.9' })).toMatchObject({ stage: 'enrol' });
});

test('a registration that fails makes nothing', async () => {
  const visitor = { ...home, address: '198.51.100.10' };
  await register(7, visitor);
  const count = async () =>
    (await fixture.pool.query('select from accounts where name = $1', ['Bo & Co'])).rowCount;
  const before = await count();
  await expect(register(7, visitor)).rejects.toMatchObject({ details: [{ field: 'email' }] });
  expect(await count()).toBe(before);
});
