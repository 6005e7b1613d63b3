import { afterEach, beforeEach, expect, test } from 'vitest';
import { openIdentity, type TestIdentity } from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity({ providers: { demoPeople: [{ name: 'Bob', email: 'bob@example.com' }] } });
});
afterEach(() => identity.close());

const continueUri = 'http://school.test/login';

test('an address is told by which ways its account is entered', async () => {
  await identity.signUp('ana@example.com');
  await identity.ok('signInWithIdp', {
    postBody: await identity.choose('github.com', 0),
    requestUri: 'http://localhost',
  });
  const ask = (identifier: string) => identity.ok('createAuthUri', { identifier, continueUri });
  expect(await ask('Ana@example.com')).toEqual({
    kind: 'identitytoolkit#CreateAuthUriResponse',
    registered: true,
    allProviders: ['password'],
    signinMethods: ['password'],
    sessionId: expect.any(String),
  });
  expect(await ask('bob@example.com')).toMatchObject({ registered: true, signinMethods: ['github.com'] });
  const unknown = await ask('nobody@example.com');
  expect(unknown).toMatchObject({ registered: false });
  expect(unknown).not.toHaveProperty('signinMethods');
});

test('an account made by a mailed link says so', async () => {
  const email = 'link@example.com';
  await identity.ok('sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl: continueUri });
  await identity.ok('signInWithEmailLink', { email, oobCode: identity.mailedCode(email) });
  expect(await identity.ok('createAuthUri', { identifier: email, continueUri })).toMatchObject({
    allProviders: ['password'],
    signinMethods: ['emailLink'],
  });
});

test('refusals come in the order of the protocol', async () => {
  const cases: [body: object, message: string][] = [
    [{}, 'MISSING_IDENTIFIER'],
    [{ identifier: 'x' }, 'MISSING_CONTINUE_URI'],
    [{ identifier: 'x', continueUri: 'x' }, 'INVALID_IDENTIFIER'],
    [{ identifier: 'x@example.com', continueUri: 'x' }, 'INVALID_CONTINUE_URI'],
  ];
  for (const [body, message] of cases) {
    expect(await identity.call('createAuthUri', body)).toMatchObject({ status: 400, message });
  }
});

test('enumeration protection tells nothing but a session id', async () => {
  const guarded = await openIdentity({ enumerationProtection: true });
  await guarded.signUp('ana@example.com');
  const answer = await guarded.ok('createAuthUri', { identifier: 'ana@example.com', continueUri });
  expect(Object.keys(answer).sort()).toEqual(['kind', 'sessionId']);
  await guarded.close();
});

test('asking for addresses is limited for each IP address', async () => {
  const tenth = await openIdentity({ rateLimitFactor: 0.1 });
  const ask = async () =>
    (await tenth.call('createAuthUri', { identifier: 'x@example.com', continueUri })).message;
  for (let i = 0; i < 10; i++) expect(await ask()).toBeUndefined();
  expect(await ask()).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  await tenth.close();
});
