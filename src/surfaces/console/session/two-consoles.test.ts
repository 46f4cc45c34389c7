import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleVisitor, createConsoleVisitor } from '../../../../test/kit/console-visitor.ts';
import { createFakeIssuer, type FakeIssuer } from '../../../../test/kit/fake-issuer.ts';
import { createFixture, type Fixture } from '../../../../test/kit/fixture.ts';
import { createPool, endPool } from '../../../foundation/db/connect.ts';
import { storeCell } from '../../../installation/cells/cell-queries.ts';

const host = 'https://api.example.com';
let issuer: FakeIssuer;
let two: Fixture;
let three: Fixture;

async function createCell(cell: number): Promise<Fixture> {
  const settings = {
    publicUrl: `${host}/c${cell}`,
    oidcIssuer: issuer.url,
    oidcClientId: issuer.clientId,
    oidcClientSecret: issuer.clientSecret,
  };
  const connectBy = async (target: string) => {
    const pool = createPool(target, { max: 1, applicationName: 'test' });
    await storeCell(pool, cell);
    await endPool(pool);
    return target;
  };
  return createFixture({ settings, connectBy });
}

beforeAll(async () => {
  issuer = await createFakeIssuer();
  [two, three] = await Promise.all([createCell(2), createCell(3)]);
});
afterAll(async () => {
  await Promise.all([two, three].map((fixture) => fixture.close()));
  await issuer.close();
});

/** One browser, with both consoles of the host open. */
function openBoth(): {
  onTwo: ConsoleVisitor;
  onThree: ConsoleVisitor;
  cookies: Map<string, string>;
} {
  const cookies = new Map<string, string>();
  const [onTwo, onThree] = [two, three].map(({ app }) => createConsoleVisitor(app, host, cookies));
  if (!onTwo || !onThree) throw new Error('two consoles');
  return { onTwo, onThree, cookies };
}

const stageOf = async (visitor: ConsoleVisitor) => (await visitor.get('session')).body.stage;

test('two consoles on one host do not end each other’s session', async () => {
  const { onTwo, onThree, cookies } = openBoth();
  await onTwo.arrive('owner');
  await onThree.arrive('owner');
  expect([await stageOf(onTwo), await stageOf(onThree)]).toEqual(['full', 'full']);
  expect([...cookies.keys()].sort()).toEqual([
    '__Host-countersign-2',
    '__Host-countersign-2-device',
    '__Host-countersign-3',
    '__Host-countersign-3-device',
  ]);
  await onTwo.post('session/sign-out');
  expect([await stageOf(onTwo), await stageOf(onThree)]).toEqual(['none', 'full']);
});

test('a session of one cell signs nobody in to another', async () => {
  const { onTwo, onThree, cookies } = openBoth();
  await onTwo.arrive('owner');
  cookies.set('__Host-countersign-3', cookies.get('__Host-countersign-2') as string);
  expect(await stageOf(onThree)).toBe('none');
});

test('people can be on the way to the identity provider from two consoles at once', async () => {
  const { onTwo, onThree, cookies } = openBoth();
  const [first, second] = [await goThere(onTwo), await goThere(onThree)];
  expect([...cookies.keys()].sort()).toEqual([
    '__Host-countersign-2-oidc',
    '__Host-countersign-3-oidc',
  ]);
  // Nobody has invited this person: the provider's answer was read, and only then refused.
  expect(await comeBack(onTwo, first)).toBe(`${host}/c2/console/sign-in?problem=oidc_unknown`);
  expect(await comeBack(onThree, second)).toBe(`${host}/c3/console/sign-in?problem=oidc_unknown`);
});

async function goThere(visitor: ConsoleVisitor): Promise<string> {
  issuer.claims = { sub: 'x', email: 'x@example.com', email_verified: true, name: 'Mei' };
  const started = await visitor.get('session/oidc/start');
  const there = await fetch(String(started.headers.location), { redirect: 'manual' });
  return there.headers.get('location') ?? '';
}

/** The proxy strips the path of the cell. */
async function comeBack(visitor: ConsoleVisitor, url: string): Promise<string> {
  const { pathname, search } = new URL(url);
  const returned = await visitor.get(pathname.replace(/^\/c\d/, '') + search);
  return String(returned.headers.location);
}

test('a passkey of one cell does not replace that of another in the authenticator', async () => {
  const { onTwo, onThree } = openBoth();
  const handles: string[] = [];
  for (const visitor of [onTwo, onThree]) {
    await visitor.arrive('owner');
    handles.push((await visitor.post('session/enrol/passkey/options')).body.user.id);
  }
  expect(handles.map((id) => Buffer.from(id, 'base64url').toString())).toEqual([
    expect.stringMatching(/^cell 2 person \d+$/),
    expect.stringMatching(/^cell 3 person \d+$/),
  ]);
});
