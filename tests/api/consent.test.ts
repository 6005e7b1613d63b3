import { afterAll, beforeAll, expect, test } from 'vitest';
import { letLeave } from '#tests/support/leaving.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openAccounts, PASSWORD } from '#tests/support/thief.ts';

let school: TestSchool;
let admin: Person;
let accounts: ReturnType<typeof openAccounts>;
let people = 0;

beforeAll(async () => {
  school = await openTestSchool();
  accounts = openAccounts(school);
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

/** An account at the identity service whom the school has not seen yet. */
async function newcomer() {
  const email = `newcomer-${++people}@test.example`;
  const { body } = await accounts.accounts('signUp', { email, password: PASSWORD, returnSecureToken: true });
  const idToken = body.idToken as string;
  const register = (consent?: object) =>
    accounts.post('/api/users', { email, name: 'Ana', ...(consent && { consent }) }, idToken);
  return { email, idToken, register };
}
const write = async (slug: string, markdown: string) => {
  const known = await admin.call('GET', `/texts/${slug}`);
  const version = known.body.version ?? 0;
  return (await admin.call('PUT', `/texts/${slug}`, { markdown, version })).body.version as number;
};
const isKnown = async (email: string) => {
  const row = await school.db.selectFrom('users').select('_id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
};

test('where nothing is written nobody is asked', async () => {
  expect((await (await newcomer()).register()).status).toBe(200);
  await write('about', 'We teach.');
  expect((await (await newcomer()).register()).status).toBe(200);
});

test('who registers agrees to each text that is written, as it is now, or has no account', async () => {
  const before = await newcomer();
  await before.register();
  const privacy = await write('privacy', 'We keep your name.');
  const person = await newcomer();
  for (const consent of [{}, { terms: 1 }, { privacy: privacy + 1 }, { privacy: 0 }]) {
    const { status, body } = await person.register(consent);
    expect([status, body.code]).toEqual([403, 'consent-required']);
    expect((await accounts.post('/api/jwt', { email: person.email }, person.idToken)).status).toBe(404);
  }
  expect(await isKnown(person.email)).toBe(false);
  expect((await person.register({ privacy })).status).toBe(200);

  const terms = await write('terms', 'Be kind.');
  const next = await newcomer();
  expect((await next.register({ privacy })).body.code).toBe('consent-required');
  const latest = await write('privacy', 'We keep your name and your email.');
  expect((await next.register({ privacy, terms })).body.code).toBe('consent-required');
  expect((await next.register({ privacy: latest, terms })).status).toBe(200);
  // Known before any of it was written, or before it changed.
  expect((await before.register()).status).toBe(200);
  expect((await person.register()).status).toBe(200);
});

test('when and to which version somebody agreed is in the file that they take along, and goes with the account', async () => {
  const versions = {
    terms: await write('terms', 'Be early.'),
    privacy: await write('privacy', 'We keep little.'),
  };
  const person = await newcomer();
  await person.register(versions);
  const { body } = await accounts.post('/api/jwt', { email: person.email }, person.idToken);
  const data = await accounts.post('/api/account/data', '', body.token, 'GET');
  const createdat = new Date(school.clock.now).toISOString();
  expect(data.body.consents).toEqual([
    { slug: 'privacy', version: versions.privacy, createdat },
    { slug: 'terms', version: versions.terms, createdat },
  ]);
  const count = async () => (await school.db.selectFrom('consents').selectAll().execute()).length;
  const before = await count();
  expect((await accounts.post('/api/account', {}, person.idToken, 'DELETE')).status).toBe(200);
  await letLeave(school);
  expect(await count()).toBe(before - 2);
});

test('a text that was taken down asks nobody any more', async () => {
  await write('terms', '');
  const privacy = await write('privacy', 'We keep nothing.');
  expect((await (await newcomer()).register({ privacy })).status).toBe(200);
  await write('privacy', '');
  expect((await (await newcomer()).register()).status).toBe(200);
});

test('a program that knows no consent registers as ever, and nothing is kept of it', async () => {
  await write('privacy', 'We keep your name.');
  const person = await newcomer();
  expect((await person.register()).status).toBe(200);
  const { body } = await accounts.post('/api/jwt', { email: person.email }, person.idToken);
  const data = await accounts.post('/api/account/data', '', body.token, 'GET');
  expect(data.body.consents).toEqual([]);
});
