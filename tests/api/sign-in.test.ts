import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IdentityDb } from '#embedded/identity/tables.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/* From an account at the identity service to a call as that person, through the calls a browser makes. */

let school: TestSchool;
let accounts = 0;
const PASSWORD = 'Practice!1';

beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

async function identityCall(name: string, body: object) {
  const { apiKey } = school.config.identity;
  const answer = await school.app.inject({
    method: 'POST',
    url: `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=${apiKey}`,
    payload: body,
  });
  return answer.json();
}

async function signUp() {
  const email = `person-${++accounts}@test.example`;
  const { idToken } = await identityCall('signUp', { email, password: PASSWORD, returnSecureToken: true });
  return { email, idToken: idToken as string };
}

async function post(path: string, token: string, body: object) {
  const answer = await school.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function accessTokenFor({ email, idToken }: { email: string; idToken: string }): Promise<string> {
  await post('/users', idToken, { email });
  return (await post('/jwt', idToken, { email })).body.token;
}

const listOwn = async (email: string, token: string) => {
  const answer = await school.app.inject({
    url: `/api/selectedclass/${email}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.statusCode;
};

test('a new person becomes a student, whatever role they send', async () => {
  const { email, idToken } = await signUp();
  const { status, body } = await post('/users', idToken, {
    email,
    name: 'Ana',
    photoURL: 'https://pictures.example/ana.png',
    role: 'admin',
  });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    _id: expect.any(String),
    email,
    name: 'Ana',
    photoURL: 'https://pictures.example/ana.png',
    role: 'student',
    language: null,
  });
});

test('a name is one line that reads as it is and fits, wherever it comes from', async () => {
  const { email, idToken } = await signUp();
  const nameAfter = async (token: string, name?: string) =>
    (await post('/users', token, { email, ...(name && { name }) })).body.data.name;
  const typed = `Ana\u202e\n${'x'.repeat(300)}`;
  expect(await nameAfter(idToken, typed)).toBe(`Ana ${'x'.repeat(115)}`);
  expect(await nameAfter(idToken, '\u202e\u0000')).toBe(`Ana ${'x'.repeat(115)}`);

  // As an identity service with a rule of its own may have it.
  const identity = school.db as unknown as IdentityDb;
  await identity
    .updateTable('identity_accounts')
    .set({ displayname: `Bea\u2066\r\n${'y'.repeat(300)}` })
    .where('email', '=', email)
    .execute();
  const { idToken: renewed } = await identityCall('signInWithPassword', {
    email,
    password: PASSWORD,
    returnSecureToken: true,
  });
  expect(await nameAfter(renewed)).toBe(`Bea ${'y'.repeat(114)}`);
});

test('signing in again gives the stored role, and the access token opens what is one’s own', async () => {
  const person = await signUp();
  const token = await accessTokenFor(person);
  await school.db
    .updateTable('users')
    .set({ role: 'instructor' })
    .where('email', '=', person.email)
    .execute();
  expect((await post('/users', person.idToken, { email: person.email })).body.data.role).toBe('instructor');
  expect(await listOwn(person.email, token)).toBe(200);
  expect(await listOwn('somebody@else.example', token)).toBe(403);
});

test('a profile or a token for another address is refused', async () => {
  const { idToken } = await signUp();
  const other = await signUp();
  expect(await post('/users', idToken, { email: other.email })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect(await post('/jwt', idToken, { email: other.email })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
});

test.each(['zoë@example.com', 'ana@music_school.example', 'x,y@example.com'])(
  'somebody of 0.1.0 comes back under %s, which nobody new can have',
  async (email) => {
    const { db, addClass } = school;
    const identity = db as unknown as IdentityDb;
    const rename = (from: string, to: string) =>
      identity.updateTable('identity_accounts').set({ email: to }).where('email', '=', from).execute();
    const signIn = async (address: string): Promise<string> =>
      (await identityCall('signInWithPassword', { email: address, password: PASSWORD })).idToken;

    const known = await signUp();
    await accessTokenFor(known);
    await rename(known.email, email);
    await db.updateTable('users').set({ email }).where('email', '=', known.email).execute();
    const token = await accessTokenFor({ email, idToken: await signIn(email) });
    expect(await listOwn(encodeURIComponent(email), token)).toBe(200);
    const { _id: classid } = await addClass();
    expect((await post('/select/class/', token, { email, classid })).status).toBe(200);

    const stranger = await signUp();
    const other = `b${email}`;
    await rename(stranger.email, other);
    const refused = { status: 400, body: { code: 'invalid-input' } };
    expect(await post('/users', await signIn(other), { email: other })).toMatchObject(refused);
    await rename(other, stranger.email);
    await accessTokenFor(stranger);
    await rename(stranger.email, other);
    expect(await post('/users', await signIn(other), { email: other })).toMatchObject(refused);
  },
);

test('no name is made up: the school’s own pages ask for it once, and a program’s account waits for one', async () => {
  const { email, idToken } = await signUp();
  const asOwnPage = (more?: object) => post('/users', idToken, { email, consent: {}, ...more });
  expect((await asOwnPage()).body.code).toBe('name-required');
  expect((await post('/jwt', idToken, { email })).status).toBe(404);
  expect((await post('/users', idToken, { email })).body.data.name).toBe('No name yet');
  expect((await asOwnPage()).body.code).toBe('name-required');
  // A name like the address is a name once it was said.
  const name = email.split('@')[0] as string;
  expect((await asOwnPage({ name })).body.data.name).toBe(name);
  expect((await asOwnPage({ name: 'Ana Lima' })).body.data.name).toBe('Ana Lima');
  expect((await asOwnPage()).body.data.name).toBe('Ana Lima');
  await school.db.updateTable('users').set({ name }).where('email', '=', email).execute();
  expect((await asOwnPage()).body.code).toBe('name-required');
});

test('eight first sign-ins at once make one user, and one learner that is this user', async () => {
  const { email, idToken } = await signUp();
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('/users', idToken, { email })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
  const userid = answers[0]?.body.data._id;
  const learners = school.db.selectFrom('learners').selectAll().where('userid', '=', userid);
  expect(await learners.execute()).toMatchObject([{ self: 1, leftat: null }]);
});

test('an access token runs out after an hour; an ID token too', async () => {
  const person = await signUp();
  const token = await accessTokenFor(person);
  const now = school.clock.now;
  school.clock.now = now + 59 * 60 * 1000;
  expect(await listOwn(person.email, token)).toBe(200);
  school.clock.now = now + 61 * 60 * 1000;
  expect(await listOwn(person.email, token)).toBe(401);
  expect((await post('/jwt', person.idToken, { email: person.email })).status).toBe(401);
  school.clock.now = now;
});

test('an ID token from before a password change opens no new session', async () => {
  const person = await signUp();
  await post('/users', person.idToken, { email: person.email });
  school.clock.now += 2000;
  await identityCall('update', { idToken: person.idToken, password: 'Practice!2', returnSecureToken: true });
  expect(await post('/jwt', person.idToken, { email: person.email })).toMatchObject({
    status: 401,
    body: { code: 'session-ended' },
  });
});

test('an ended session opens nothing, and its ID token does not bring it back', async () => {
  const person = await signUp();
  const token = await accessTokenFor(person);
  school.clock.now += 2000;
  await school.db
    .updateTable('signins')
    .set({ endedat: school.clock.now })
    .where('endedat', 'is', null)
    .execute();
  expect(await listOwn(person.email, token)).toBe(401);
  expect((await post('/jwt', person.idToken, { email: person.email })).status).toBe(401);
});

test('an ID token from before all sessions were ended opens no new one', async () => {
  const person = await signUp();
  await accessTokenFor(person);
  const validsince = school.clock.now + 5000;
  await school.db.updateTable('users').set({ validsince }).where('email', '=', person.email).execute();
  expect((await post('/users', person.idToken, { email: person.email })).status).toBe(401);
  expect((await post('/jwt', person.idToken, { email: person.email })).status).toBe(401);
});

test('an access token is no ID token, and an ID token no access token', async () => {
  const person = await signUp();
  const token = await accessTokenFor(person);
  expect((await post('/jwt', token, { email: person.email })).status).toBe(401);
  expect(await listOwn(person.email, person.idToken)).toBe(401);
});

test('a forged ID token opens nothing, whoever it names', async () => {
  const person = await signUp();
  const { projectId } = school.config.identity;
  const issuedAt = Math.floor(school.clock.now / 1000);
  const payload = JSON.parse(Buffer.from(person.idToken.split('.')[1] ?? '', 'base64url').toString());
  const jwks = (await school.app.inject({ url: '/securetoken.googleapis.com/jwks' })).json();
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const sign = (claims: object, kid: string) =>
    new SignJWT({ ...payload, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuedAt(issuedAt)
      .sign(privateKey);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${person.idToken.split('.')[1]}.`;
  const publicKeyAsSecret = await new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', kid: jwks.keys[0].kid })
    .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey))));
  const edited = person.idToken.split('.');
  edited[1] = Buffer.from(JSON.stringify({ ...payload, email: 'admin@cadenza.example' })).toString(
    'base64url',
  );
  const forged = [
    await sign({}, jwks.keys[0].kid),
    await sign({}, 'unknown-key'),
    await sign({ aud: `${projectId}-other` }, jwks.keys[0].kid),
    unsigned,
    publicKeyAsSecret,
    edited.join('.'),
    'not-a-token',
  ];
  for (const token of forged) {
    expect((await post('/users', token, { email: person.email })).status).toBe(401);
    expect((await post('/jwt', token, { email: person.email })).status).toBe(401);
  }
});

test('a changed role counts at the next call of a token issued before', async () => {
  const person = await signUp();
  const token = await accessTokenFor(person);
  const listUsers = () =>
    school.app.inject({ url: '/api/users', headers: { authorization: `Bearer ${token}` } });
  expect((await listUsers()).statusCode).toBe(403);
  await school.db.updateTable('users').set({ role: 'admin' }).where('email', '=', person.email).execute();
  expect((await listUsers()).statusCode).toBe(200);
  await school.db.updateTable('users').set({ role: 'student' }).where('email', '=', person.email).execute();
  expect((await listUsers()).statusCode).toBe(403);
});

test('an address whose account was made again does not take over what the former one had', async () => {
  const person = await signUp();
  await accessTokenFor(person);
  await identityCall('delete', { idToken: person.idToken });
  const { idToken } = await identityCall('signUp', {
    email: person.email,
    password: PASSWORD,
    returnSecureToken: true,
  });
  expect(await post('/users', idToken, { email: person.email })).toMatchObject({
    status: 403,
    body: { code: 'account-taken' },
  });
});

test('a new address at the identity service takes along what the old one had', async () => {
  const person = await signUp();
  const { _id: classid } = await school.addClass();
  await post('/select/class/', await accessTokenFor(person), { classid, email: person.email });
  const email = `moved-${person.email}`;
  school.clock.now += 2000;
  const { idToken } = await identityCall('update', {
    idToken: person.idToken,
    email,
    returnSecureToken: true,
  });
  const token = await accessTokenFor({ email, idToken });
  const list = await school.app.inject({
    url: `/api/selectedclass/${email}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(list.json()).toMatchObject([{ classid, email }]);
  expect(await listOwn(person.email, token)).toBe(403);
});

test('a new address that another person of the school has is refused', async () => {
  const other = await signUp();
  await accessTokenFor(other);
  await identityCall('delete', { idToken: other.idToken });
  const person = await signUp();
  await accessTokenFor(person);
  school.clock.now += 2000;
  const { idToken } = await identityCall('update', {
    idToken: person.idToken,
    email: other.email,
    returnSecureToken: true,
  });
  expect(await post('/users', idToken, { email: other.email })).toMatchObject({
    status: 403,
    body: { code: 'account-taken' },
  });
});
