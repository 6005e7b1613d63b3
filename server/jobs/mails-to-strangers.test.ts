import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AllDb } from '#server/database/tables.ts';
import { addChildBy, NO_RIGHTS } from '#tests/support/families.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/*
 * Any caller, any kind of mail: one address without a proved account is mailed six times an hour and twenty a
 * day.
 */

const EMAIL = 'victim@test.example';
const HOUR_MS = 60 * 60_000;

let school: TestSchool;
beforeEach(async () => {
  school = await openTestSchool({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterEach(() => school.close());

async function identity(name: string, body: object) {
  const url = `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=${school.config.identity.apiKey}`;
  const answer = await school.app.inject({ method: 'POST', url, payload: body });
  return answer.json();
}
const tables = () => school.db as unknown as AllDb;

const askFor = async (requestType: string, more: object = {}) =>
  (await identity('sendOobCode', { requestType, email: EMAIL, ...more })).error?.message;

const mails = () => school.db.selectFrom('mails').selectAll().where('recipient', '=', EMAIL).execute();

async function askToGuard(firstname: string) {
  const parent = await school.signIn('student');
  const learnerid = await addChildBy(parent, { firstname });
  return parent.call('POST', '/guardians', { learnerid, email: EMAIL, ...NO_RIGHTS });
}

test('six mails of all kinds reach an address that nobody has proved, and no seventh', async () => {
  const { idToken } = await identity('signUp', { email: EMAIL, password: 'Practice!1' });
  for (let n = 0; n < 2; n++) {
    expect(await askFor('VERIFY_EMAIL', { idToken })).toBeUndefined();
    expect(await askFor('PASSWORD_RESET')).toBeUndefined();
  }
  for (const name of ['Mia', 'Ole']) expect((await askToGuard(name)).status).toBe(200);
  expect(await mails()).toHaveLength(6);

  expect(await askFor('VERIFY_EMAIL', { idToken })).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect(await askFor('EMAIL_SIGNIN')).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect(await askFor('PASSWORD_RESET')).toBe('RESET_PASSWORD_EXCEED_LIMIT');
  // What is answered says nothing of what others asked.
  expect(await askToGuard('Ida')).toMatchObject({ status: 200, body: { result: 'asked' } });
  expect(await mails()).toHaveLength(6);
  expect(await tables().selectFrom('identity_codes').selectAll().execute()).toHaveLength(4);

  school.clock.now += HOUR_MS;
  expect(await askFor('EMAIL_SIGNIN')).toBeUndefined();
  expect(await mails()).toHaveLength(7);
});

test('twenty a day, which keep nobody with a proved account from a new password', async () => {
  const early = school.clock.now - 23 * HOUR_MS;
  const sent = { recipient: EMAIL, subject: 'Hello', letter: null, validuntil: null, workat: null };
  const ended = { sentat: early, attempts: 1, lasterror: null, createdat: early };
  const rows = Array.from({ length: 19 }, (_, at) => ({
    _id: `earlier-${at}`,
    kind: 'claim',
    ref: `earlier-${at}`,
    ...sent,
    ...ended,
  }));
  await school.db.insertInto('mails').values(rows).execute();
  expect(await askFor('EMAIL_SIGNIN')).toBeUndefined();
  expect(await askFor('EMAIL_SIGNIN')).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect(await mails()).toHaveLength(20);

  const { localId } = await identity('signUp', { email: EMAIL, password: 'Practice!1' });
  expect(await askFor('PASSWORD_RESET')).toBe('RESET_PASSWORD_EXCEED_LIMIT');
  await tables()
    .updateTable('identity_accounts')
    .set({ emailverified: 1 })
    .where('localid', '=', localId)
    .execute();
  expect(await askFor('PASSWORD_RESET')).toBeUndefined();
  expect(await mails()).toHaveLength(21);
});
