import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRehearsalStand, type RehearsalStand } from '../../test/vendors/rehearsal-stand.ts';
import { particulars } from '../../test/vendors/rehearse.ts';
import { httpFaceStandIn } from '../stand-ins/http-face.ts';

let rehearsal: RehearsalStand;

beforeAll(async () => {
  rehearsal = await createRehearsalStand({ withJobs: false });
});
afterAll(() => rehearsal.close());

const person = { name: '张小明', cardNo: '11010519491231002X' };

test('nobody is checked live before they can be told who runs the platform and who checks', async () => {
  const { stand, cli } = rehearsal;
  const provider = await rehearsal.addProvider(httpFaceStandIn);
  const caller = await rehearsal.newCaller('face_verify', [provider]);
  const ask = async () => {
    const { status, body } = await caller.call('face_verify', person);
    return [status, body.reason];
  };
  expect(await ask()).toEqual([201, undefined]);

  const { rows } = await stand.pool.query('delete from operator_particulars returning *');
  const before = [await caller.wallet(), await caller.calls()];
  expect(await ask()).toEqual([403, 'product_not_available']);
  // A test check is no one's; and a message needs no consent.
  expect((await stand.call('face_verify', person)).status).toBe(201);
  await stand.pool.query(
    'insert into operator_particulars select * from jsonb_populate_record(null::operator_particulars, $1)',
    [rows[0]],
  );

  for (const name of Object.keys(particulars)) {
    await stand.pool.query(
      `update providers set particulars = particulars - $2::text, version = version + 1
       where provider_code = $1`,
      [provider.code, name],
    );
    expect(await ask(), name).toEqual([403, 'product_not_available']);
    await cli.json(['provider', 'set', '--code', provider.code, '--particulars', said]);
  }
  expect([await caller.wallet(), await caller.calls()]).toEqual(before);
  // Servers hear of it in their own time.
  await expect.poll(ask).toEqual([201, undefined]);
});

const said = JSON.stringify(particulars);

test('whoever cannot be named is left out, and the others check', async () => {
  const { stand } = rehearsal;
  const [silent, named] = [
    await rehearsal.addProvider(httpFaceStandIn),
    await rehearsal.addProvider(httpFaceStandIn),
  ] as const;
  const caller = await rehearsal.newCaller('face_verify', [silent, named]);
  await stand.pool.query(
    `update providers set particulars = '{}', version = version + 1 where provider_code = $1`,
    [silent.code],
  );
  const { body } = await caller.call('face_verify', person);
  expect(body.data.providerCode).toBe(named.code);
});
