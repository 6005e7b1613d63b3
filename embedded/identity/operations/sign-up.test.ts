import { afterEach, beforeEach, expect, test } from 'vitest';
import { openIdentity, PASSWORD, type TestIdentity } from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

test('signing up answers an account of 28 alphanumeric characters and a pair of tokens', async () => {
  const { status, body } = await identity.call('signUp', {
    email: 'Ana@Example.com',
    password: PASSWORD,
    returnSecureToken: true,
    clientType: 'CLIENT_TYPE_WEB',
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: expect.stringMatching(/^[A-Za-z0-9]{28}$/),
    email: 'ana@example.com',
    idToken: expect.stringMatching(/^ey/),
    refreshToken: expect.stringMatching(/^[\w-]{43}$/),
    expiresIn: '3600',
  });
});

test('refusals come in the order of the protocol and in its form', async () => {
  await identity.signUp('taken@example.com');
  const cases: [body: object, message: string][] = [
    [{ localId: 'x' }, 'UNEXPECTED_PARAMETER : User ID'],
    [{}, 'ADMIN_ONLY_OPERATION'],
    [{ returnSecureToken: true, email: null }, 'ADMIN_ONLY_OPERATION'],
    [{ password: 'x' }, 'MISSING_EMAIL'],
    [{ email: 'nobody', password: '' }, 'MISSING_PASSWORD'],
    [{ email: 'nobody', password: 'x' }, 'INVALID_EMAIL'],
    [{ email: 'TAKEN@example.com', password: 'x' }, 'EMAIL_EXISTS'],
    [
      { email: 'new@example.com', password: '12345' },
      'WEAK_PASSWORD : Password should be at least 6 characters',
    ],
    [{ email: 'new@example.com', password: PASSWORD, idToken: 'x' }, 'INVALID_ID_TOKEN'],
  ];
  for (const [body, message] of cases) {
    const answer = await identity.call('signUp', body);
    expect(answer, message).toMatchObject({
      status: 400,
      body: { error: { code: 400, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } },
    });
  }
});

test('six characters are a password; more than 1024 are none', async () => {
  await identity.signUp('six@example.com', '123456');
  const long = await identity.call('signUp', { email: 'long@example.com', password: 'x'.repeat(1025) });
  expect(long.message).toMatch(/^PASSWORD_DOES_NOT_MEET_REQUIREMENTS/);
});

test('eight parallel sign-ups of one address make one account', async () => {
  const tries = Array.from({ length: 8 }, () =>
    identity.call('signUp', { email: 'race@example.com', password: PASSWORD }),
  );
  const messages = (await Promise.all(tries)).map(({ message }) => message);
  expect(messages.filter((message) => message === undefined)).toHaveLength(1);
  expect(messages.filter((message) => message === 'EMAIL_EXISTS')).toHaveLength(7);
  expect(await identity.db.selectFrom('identity_accounts').selectAll().execute()).toHaveLength(1);
});

test('the password is stored as an argon2id hash alone, the refresh token as a hash', async () => {
  const { refreshToken } = await identity.signUp('ana@example.com');
  const [account] = await identity.db.selectFrom('identity_accounts').selectAll().execute();
  expect(account?.passwordhash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const rows = [account, ...(await identity.db.selectFrom('identity_refresh_tokens').selectAll().execute())];
  expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  expect(JSON.stringify(rows)).not.toContain(refreshToken);
});

test('accounts made from one IP address are limited, also by asking for known ones', async () => {
  await identity.signUp('known@example.com');
  for (let i = 1; i < 100; i++) await identity.call('signUp', { email: 'known@example.com', password: 'x' });
  const body = { email: 'known@example.com', password: PASSWORD };
  expect((await identity.call('signUp', body)).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect((await identity.call('signUp', body, { from: '198.51.100.1' })).message).toBe('EMAIL_EXISTS');
  identity.clock.now += 60 * 60_000;
  expect((await identity.call('signUp', body)).message).toBe('EMAIL_EXISTS');
});
