import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimsOf, openIdentity, PASSWORD, type TestIdentity } from '#tests/support/identity-service.ts';

const ADA = 0;
const BEA = 1;
const UNVERIFIED_ADA = 2;
const demoPeople = [
  { name: 'Ada Lovelace', email: 'Ada@example.com', picture: 'https://images.example.com/ada.webp' },
  { name: 'Bea Miller', email: 'bea@example.com' },
  { name: 'Ada again', email: 'ada@example.com', emailVerified: false },
];

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity({ providers: { demoPeople } });
});
afterEach(() => identity.close());

const requestUri = 'http://localhost';
const send = (postBody: string, more: object = {}) =>
  identity.call('signInWithIdp', { requestUri, postBody, returnSecureToken: true, ...more });
const arrive = async (provider: 'google.com' | 'github.com', person: number, more?: object) =>
  send(await identity.choose(provider, person), more);
/** Makes an account with a password whose address nobody has proved, though it is a demo person's. */
const signUpUnverified = async (email: string) => {
  const made = await identity.signUp(email);
  await identity.db.updateTable('identity_accounts').set({ emailverified: 0 }).execute();
  return made;
};
const lookup = async (idToken: unknown) => {
  const { users } = await identity.ok('lookup', { idToken });
  return (users as Record<string, unknown>[])[0];
};

test('a new person gets an account with the provider’s profile', async () => {
  const { body } = await arrive('google.com', ADA);
  expect(body).toEqual({
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId: 'google.com',
    federatedId: expect.stringMatching(/^https:\/\/accounts\.google\.com\/\d+$/),
    localId: expect.stringMatching(/^[A-Za-z0-9]{28}$/),
    email: 'ada@example.com',
    emailVerified: true,
    displayName: 'Ada Lovelace',
    fullName: 'Ada Lovelace',
    photoUrl: 'https://images.example.com/ada.webp',
    rawUserInfo: expect.stringContaining('"verified_email":true'),
    oauthIdToken: expect.any(String),
    isNewUser: true,
    idToken: expect.any(String),
    refreshToken: expect.any(String),
    expiresIn: '3600',
  });
  const { sub } = await identity.db.selectFrom('identity_providers').select('sub').executeTakeFirstOrThrow();
  expect(claimsOf(body.idToken)).toMatchObject({
    email_verified: true,
    name: 'Ada Lovelace',
    picture: 'https://images.example.com/ada.webp',
    firebase: {
      identities: { email: ['ada@example.com'], 'google.com': [sub] },
      sign_in_provider: 'google.com',
    },
  });
});

test('GitHub’s person is named by id and login, and its credential is an access token', async () => {
  const { body } = await arrive('github.com', ADA);
  expect(body).toMatchObject({
    providerId: 'github.com',
    screenName: 'Ada',
    oauthAccessToken: expect.any(String),
  });
  expect(body.federatedId).toMatch(/^\d+$/);
  expect(JSON.parse(String(body.rawUserInfo))).toMatchObject({ login: 'Ada' });
  expect(body).not.toHaveProperty('oauthIdToken');
});

test('a known person comes to the same account, whose profile stays as its owner left it', async () => {
  const first = (await arrive('google.com', ADA)).body;
  const { idToken } = first;
  await identity.ok('update', { idToken, displayName: 'Countess' });
  const newEmail = 'countess@example.com';
  await identity.ok('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  await identity.ok('update', { oobCode: identity.mailedCode(newEmail) });
  const second = (await arrive('google.com', ADA)).body;
  expect(second.localId).toBe(first.localId);
  expect(second).not.toHaveProperty('isNewUser');
  expect(await lookup(second.idToken)).toMatchObject({
    displayName: 'Countess',
    email: 'countess@example.com',
  });
});

test('an address the provider vouches for comes to its verified account and keeps the password', async () => {
  const { idToken, localId } = await signUpUnverified('ada@example.com');
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  await identity.ok('update', { oobCode: identity.mailedCode('ada@example.com') });
  const { body } = await arrive('google.com', ADA);
  expect(body.localId).toBe(localId);
  // Its owner is told, once.
  await arrive('google.com', ADA);
  const told = identity.mails.filter(({ kind }) => kind === 'NEW_WAY_IN');
  expect(told).toMatchObject([{ to: 'ada@example.com', text: expect.stringContaining('with Google.') }]);
  expect(
    (await identity.call('signInWithPassword', { email: 'ada@example.com', password: PASSWORD })).status,
  ).toBe(200);
  expect((await lookup(body.idToken))?.providerUserInfo).toMatchObject([
    { providerId: 'google.com' },
    { providerId: 'password' },
  ]);
});

test('an unverified account goes to the person whom the provider vouches for: password, providers and sessions of before end', async () => {
  const stranger = await signUpUnverified('ada@example.com');
  await identity.ok('update', { idToken: stranger.idToken, displayName: 'Stranger' });
  await arrive('github.com', BEA, { idToken: stranger.idToken });
  const { body } = await arrive('google.com', ADA);
  expect(body.localId).toBe(stranger.localId);
  expect(identity.mails).toEqual([]);
  expect(await lookup(body.idToken)).toMatchObject({
    displayName: 'Ada Lovelace',
    emailVerified: true,
    providerUserInfo: [{ providerId: 'google.com' }],
  });
  expect(
    (await identity.call('signInWithPassword', { email: 'ada@example.com', password: PASSWORD })).message,
  ).toBe('INVALID_PASSWORD');
  expect((await identity.refresh(stranger.refreshToken)).message).toBe('TOKEN_EXPIRED');
  expect((await identity.call('lookup', { idToken: stranger.idToken })).message).toBe('TOKEN_EXPIRED');
});

test('an address nobody vouches for needs its account’s own sign-in; then the same credential can be linked', async () => {
  const own = await signUpUnverified('ada@example.com');
  const postBody = await identity.choose('github.com', UNVERIFIED_ADA);
  const { status, body } = await send(postBody, { returnIdpCredential: true });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    needConfirmation: true,
    localId: own.localId,
    verifiedProvider: ['password'],
  });
  expect(body).not.toHaveProperty('idToken');

  const credential = new URLSearchParams({
    access_token: String(body.oauthAccessToken),
    providerId: 'github.com',
  });
  const linked = await send(`&${credential}`, { idToken: own.idToken });
  expect(linked.body).toMatchObject({ localId: own.localId });
  expect((await lookup(linked.body.idToken))?.emailVerified).toBe(false);
});

test('linking refuses a person or an address of another account, as an error or, when asked, as an answer', async () => {
  await arrive('google.com', ADA);
  await identity.signUp('bea@example.com');
  const { idToken } = await identity.signUp('carl@example.com');
  for (const [person, message] of [
    [ADA, 'FEDERATED_USER_ID_ALREADY_LINKED'],
    [BEA, 'EMAIL_EXISTS'],
  ] as const) {
    expect(await arrive('google.com', person, { idToken })).toMatchObject({ status: 400, message });
    const { status, body } = await arrive('google.com', person, { idToken, returnIdpCredential: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ errorMessage: message, oauthIdToken: expect.any(String) });
    expect(body).not.toHaveProperty('idToken');
  }
});

test('an account has one person of a provider', async () => {
  const { body } = await arrive('google.com', ADA);
  expect((await arrive('google.com', BEA, { idToken: body.idToken })).message).toBe(
    'PROVIDER_ALREADY_LINKED',
  );
  expect((await arrive('google.com', ADA, { idToken: body.idToken })).status).toBe(200);
});

test('linking wants a sign-in of the last hour, and tells the proved address of the new way in', async () => {
  const { body } = await arrive('google.com', ADA);
  identity.clock.now += 61 * 60_000;
  const idToken = (await identity.refresh(String(body.refreshToken))).body.id_token;
  expect((await arrive('github.com', ADA, { idToken })).message).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  expect(identity.mails).toEqual([]);

  const again = (await arrive('google.com', ADA)).body;
  expect((await arrive('github.com', ADA, { idToken: again.idToken })).status).toBe(200);
  expect(identity.mails).toMatchObject([{ kind: 'NEW_WAY_IN', to: 'ada@example.com' }]);
  expect(identity.mails[0]?.text).toMatch(/You can now sign in to your account at .+ with GitHub\./);
  expect((await arrive('github.com', ADA, { idToken: again.idToken })).status).toBe(200);
  expect(identity.mails).toHaveLength(1);
});

test('an address that nobody proved gets no notice of a new way in', async () => {
  const { idToken } = await identity.signUp('carl@example.com');
  expect((await arrive('github.com', BEA, { idToken })).status).toBe(200);
  expect(identity.mails).toEqual([]);
});

test('a signed-in caller tries to link twenty times in an hour', async () => {
  await arrive('google.com', ADA);
  const { idToken } = await identity.signUp('carl@example.com');
  const postBody = await identity.choose('google.com', ADA);
  for (let i = 0; i < 20; i++) {
    expect((await send(postBody, { idToken })).message).toBe('FEDERATED_USER_ID_ALREADY_LINKED');
  }
  expect((await send(postBody, { idToken })).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
});

test('a provider that is taken away opens the account no more', async () => {
  const own = await identity.signUp('carl@example.com');
  const linked = (await arrive('github.com', BEA, { idToken: own.idToken })).body;
  const { providerUserInfo } = await identity.ok('update', {
    idToken: linked.idToken,
    deleteProvider: ['github.com'],
  });
  expect(providerUserInfo).toMatchObject([{ providerId: 'password' }]);
  expect((await arrive('github.com', BEA)).body.localId).not.toBe(own.localId);
});

test('an assertion counts once and for five minutes', async () => {
  const postBody = await identity.choose('google.com', ADA);
  const answers = await Promise.all([1, 2, 3].map(() => send(postBody)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ message }) => message?.startsWith('INVALID_IDP_RESPONSE'))).toHaveLength(2);
  const late = await identity.choose('google.com', ADA);
  identity.clock.now += 5 * 60_000;
  expect((await send(late)).message).toMatch(/^INVALID_IDP_RESPONSE/);
});

test('eight parallel arrivals of one new person make one account', async () => {
  const bodies = await Promise.all(Array.from({ length: 8 }, () => identity.choose('google.com', ADA)));
  const answers = await Promise.all(bodies.map((postBody) => send(postBody)));
  expect(new Set(answers.map(({ body }) => body.localId)).size).toBe(1);
  expect(answers.filter(({ body }) => body.isNewUser)).toHaveLength(1);
});

test('an ID token of ours, another provider’s assertion and a made-up token are no credential', async () => {
  const { idToken } = await identity.signUp('carl@example.com');
  const google = (await identity.choose('google.com', ADA)).replace('google.com', 'github.com');
  const unsigned = Buffer.from('{"sub":"1","email":"carl@example.com","email_verified":true}').toString(
    'base64url',
  );
  const bodies = [
    `id_token=${idToken}&providerId=google.com`,
    google,
    `id_token={"sub":"1"}&providerId=google.com`,
    `id_token=e30.${unsigned}.&providerId=google.com`,
  ];
  for (const postBody of bodies) {
    expect((await send(postBody)).message, postBody).toMatch(/^INVALID_IDP_RESPONSE/);
  }
});

test('an assertion is no ID token', async () => {
  const token = new URLSearchParams(await identity.choose('google.com', ADA)).get('id_token');
  expect((await identity.call('lookup', { idToken: token })).message).toBe('INVALID_ID_TOKEN');
});

test('refusals come in the order of the protocol', async () => {
  const cases: [body: object, message: RegExp][] = [
    [{}, /^MISSING_REQUEST_URI$/],
    [{ requestUri: 'x' }, /^INVALID_REQUEST_URI$/],
    [{ requestUri }, /^INVALID_CREDENTIAL_OR_PROVIDER_ID : /],
    [{ requestUri, postBody: 'providerId=google.com' }, /^INVALID_CREDENTIAL_OR_PROVIDER_ID : /],
    [{ requestUri, postBody: 'id_token=x' }, /^INVALID_CREDENTIAL_OR_PROVIDER_ID : /],
    [{ requestUri, postBody: 'id_token=x&providerId=evil.example' }, /^OPERATION_NOT_ALLOWED : /],
    [{ requestUri, postBody: 'id_token=x&providerId=google.com' }, /^INVALID_IDP_RESPONSE : /],
    [{ requestUri, pendingToken: 'x' }, /^INVALID_IDP_RESPONSE : /],
  ];
  for (const [body, message] of cases) {
    const answer = await identity.call('signInWithIdp', body);
    expect(answer.status, JSON.stringify(body)).toBe(400);
    expect(answer.message).toMatch(message);
  }
  await arrive('google.com', ADA);
  await identity.db.updateTable('identity_accounts').set({ disabled: 1 }).execute();
  expect((await arrive('google.com', ADA)).message).toBe('USER_DISABLED');
  expect((await arrive('github.com', ADA)).message).toBe('USER_DISABLED');
});
