import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { t, withLanguage } from '#languages/t.ts';
import { makePlace, type Place } from '#tests/support/admin.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { numberAt } from '#tests/support/second-factor.ts';

/* Commands that are given while the school runs. */

const MINUTE_MS = 60_000;
let place: Place;
let school: TestSchool;

beforeEach(async () => {
  place = await makePlace(inject('dialect'), () => school.now());
  school = await openTestSchool({ env: place.env, records: place.open() });
});
afterEach(async () => {
  await school.close();
  place.remove();
});

async function identity(call: string, payload: object) {
  const answer = await school.app.inject({
    method: 'POST',
    url: `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${school.config.identity.apiKey}`,
    payload: { returnSecureToken: true, ...payload },
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function enter(email: string, idToken: string): Promise<string> {
  const headers = { authorization: `Bearer ${idToken}` };
  const post = (url: string) => school.app.inject({ method: 'POST', url, headers, payload: { email } });
  await post('/api/users');
  return (await post('/api/jwt')).json().token;
}

const opens = async (token: string, email: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await school.app.inject({ url: `/api/selectedclass/${email}`, headers })).statusCode;
};

const kidOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

test('rotate-keys signs nobody out, and what is signed later names the new keys', async () => {
  const lena = await school.signIn('student');
  const before = lena.token;
  const keys = async () => (await school.app.inject('/securetoken.googleapis.com/jwks')).json().keys.length;
  await identity('signUp', { email: 'first@test.example', password: 'Practice!1' });
  expect(await keys()).toBe(1);
  expect(await place.admin('rotate-keys')).toMatchObject({ code: 0, err: '' });
  for (let minute = 0; minute < 20; minute++) {
    expect(await opens(before, lena.email)).toBe(200);
    expect(await opens(await lena.issue(), lena.email)).toBe(200);
    school.clock.now += MINUTE_MS;
  }
  expect(kidOf(before)).toBeUndefined();
  expect(kidOf(await lena.issue())).toEqual(expect.any(String));
  expect(await keys()).toBe(2);
});

test('make-admin gives the role at the next call, and the log says that the school did it', async () => {
  const lena = await school.signIn('student');
  expect((await lena.call('GET', '/users')).status).toBe(403);
  expect(await place.admin('make-admin', lena.email.toUpperCase())).toMatchObject({ code: 0 });
  expect((await lena.call('GET', '/users')).status).toBe(200);
  const { items } = (await lena.call('GET', '/changes?about=user')).body;
  expect(items[0]).toMatchObject({
    subjectname: lena.user.name,
    before: 'student',
    after: 'admin',
    actorname: null,
  });
  expect((await place.admin('make-admin', lena.email)).out).toMatch(/already/);
  expect(await place.admin('make-admin', 'nobody@test.example')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Nobody has signed up/),
  });
});

test('make-admin leaves no page with somebody on it who no longer teaches', async () => {
  const clara = await school.signIn('instructor');
  const { code, err } = await place.admin('make-admin', clara.email);
  if (place.kind === 'sqlite') {
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringMatching(/already uses the data folder/),
    });
    return;
  }
  expect(code).toBe(0);
  const counted = school.db
    .selectFrom('contentversions')
    .select('content')
    .where('content', '=', 'instructors');
  expect(await counted.executeTakeFirst()).toBeDefined();
});

test('reset-password ends the old password and every sign-in, and its link chooses the next', async () => {
  const email = 'lena@test.example';
  const { body } = await identity('signUp', { email, password: 'Practice!1' });
  const token = await enter(email, body.idToken);
  expect(await opens(token, email)).toBe(200);
  const reset = await place.admin('reset-password', email);
  expect(reset).toMatchObject({ code: 0, err: '' });
  expect(await opens(token, email)).toBe(401);
  expect((await identity('signInWithPassword', { email, password: 'Practice!1' })).status).toBe(400);
  const link = new URL(/https?:\S+/.exec(reset.out)?.[0] ?? '');
  expect(link.pathname).toBe('/account/action');
  const oobCode = link.searchParams.get('oobCode');
  expect((await identity('resetPassword', { oobCode, newPassword: 'Another!2' })).status).toBe(200);
  expect((await identity('signInWithPassword', { email, password: 'Another!2' })).status).toBe(200);
  expect((await identity('resetPassword', { oobCode, newPassword: 'Third!3' })).status).toBe(400);
  expect(await place.admin('reset-password', 'nobody@test.example')).toMatchObject({ code: 1 });
});

test('reset-password --mail shows no link and mails one', async () => {
  const email = 'lena@test.example';
  await identity('signUp', { email, password: 'Practice!1' });
  const reset = await place.admin('reset-password', email, '--mail', '--json');
  expect(reset).toMatchObject({ code: 0, err: '' });
  expect(reset.out).not.toContain('oobCode');
  const mail = await school.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .executeTakeFirst();
  expect(mail).toMatchObject({ kind: 'PASSWORD_RESET', letter: expect.stringContaining('oobCode') });
});

test('reset-second-factor takes a lost one away, ends every sign-in, and mails that', async () => {
  const email = 'lena@test.example';
  const signedUp = await identity('signUp', { email, password: 'Practice!1' });
  await school.db
    .updateTable('identity_accounts' as never)
    .set({ emailverified: 1 } as never)
    .execute();
  const mfa = async (name: string, body: object) => {
    const url = `/identitytoolkit.googleapis.com/v2/accounts/${name}?key=${school.config.identity.apiKey}`;
    return (await school.app.inject({ method: 'POST', url, payload: body })).json();
  };
  expect(await place.admin('reset-second-factor', email)).toMatchObject({
    code: 1,
    err: expect.stringContaining('has no second factor'),
  });
  const { idToken } = signedUp.body;
  const { totpSessionInfo } = await mfa('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} });
  const { sharedSecretKey, sessionInfo } = totpSessionInfo;
  const verificationCode = numberAt(sharedSecretKey, school.now());
  const added = await mfa('mfaEnrollment:finalize', {
    idToken,
    totpVerificationInfo: { sessionInfo, verificationCode },
  });
  const token = await enter(email, added.idToken);
  expect(await opens(token, email)).toBe(200);

  const reset = await place.admin('reset-second-factor', email.toUpperCase());
  expect(reset).toMatchObject({ code: 0, err: '' });
  expect(await opens(token, email)).toBe(401);
  const again = await identity('signInWithPassword', { email, password: 'Practice!1' });
  expect(again.body).toHaveProperty('idToken');
  const mails = await mailsOf(school, email);
  const { name } = await school.readSchool();
  const removed = withLanguage('en', () => t('identity.mail_factor_removed', { school: name }));
  expect(mails.map(({ subject }) => subject)).toContain(removed);
  expect(await place.admin('reset-second-factor', 'nobody@test.example')).toMatchObject({ code: 1 });
});

test('mail-test and reset-password write in the default of the school', async () => {
  const admin = await school.signIn('admin');
  const { body } = await school.call('GET', '/school');
  await admin.call('PUT', '/school', { languages: ['de', 'en'], version: body.version });
  const outbox = place.file('outbox');
  await place.admin('mail-test', 'head@test.example');
  const [file = ''] = readdirSync(outbox);
  const mail = readFileSync(join(outbox, file), 'utf8');
  expect(mail).toContain('lang=3D"de"');
  const email = 'no-language@test.example';
  await identity('signUp', { email, password: 'Practice!1' });
  expect(await place.admin('reset-password', email, '--mail')).toMatchObject({ code: 0, err: '' });
  const [reset] = await mailsOf(school, email);
  const { name } = await school.readSchool();
  expect(reset?.subject).toBe(withLanguage('de', () => t('identity.mail_password', { school: name })));
});
