import { afterEach, beforeEach, expect, test } from 'vitest';
import { openIdentity, PASSWORD, type TestIdentity } from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity({ providers: { demoPeople: [{ name: 'Ana', email: 'ana@example.com' }] } });
});
afterEach(() => identity.close());

test('a deleted account is gone, its sessions end, and its address and providers are free again', async () => {
  const postBody = await identity.choose('google.com', 0);
  const { idToken, refreshToken, localId } = await identity.ok('signInWithIdp', {
    postBody,
    requestUri: 'http://localhost',
  });
  const { body } = await identity.call('delete', { idToken });
  expect(body).toEqual({ kind: 'identitytoolkit#DeleteAccountResponse' });
  expect((await identity.call('lookup', { idToken })).message).toBe('USER_NOT_FOUND');
  expect((await identity.refresh(String(refreshToken))).message).toBe('USER_NOT_FOUND');
  expect(await identity.db.selectFrom('identity_providers').selectAll().execute()).toEqual([]);
  const fresh = await identity.signUp('ana@example.com');
  expect(fresh.localId).not.toBe(localId);
});

test('what was written for a deleted account is not sent any more; what was written for others is', async () => {
  const newEmail = 'bea@example.com';
  await identity.signUp(newEmail);
  await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email: newEmail });
  const { idToken } = await identity.signUp('ana@example.com');
  await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ana@example.com' });
  const { idToken: renewed } = await identity.ok('update', { idToken, password: 'Another-horse1' });
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: renewed });
  const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: renewed };
  await identity.ok('sendOobCode', { ...change, newEmail: 'ana@b.example' });
  expect(identity.mails.map(({ kind, to }) => `${kind} ${to}`)).toEqual([
    'PASSWORD_RESET bea@example.com',
    'PASSWORD_RESET ana@example.com',
    'NEW_WAY_IN ana@example.com',
    'VERIFY_EMAIL ana@example.com',
    'VERIFY_AND_CHANGE_EMAIL ana@b.example',
  ]);
  await identity.ok('delete', { idToken: renewed });
  expect(identity.mails).toMatchObject([{ kind: 'PASSWORD_RESET', to: newEmail }]);
});

test('refusals are those of an ID token', async () => {
  expect((await identity.call('delete', {})).message).toBe('MISSING_ID_TOKEN');
  expect((await identity.call('delete', { idToken: 'x' })).message).toBe('INVALID_ID_TOKEN');
  const { localId } = await identity.signUp('bob@example.com');
  expect((await identity.call('delete', { localId })).message).toBe('MISSING_ID_TOKEN');
});

test('deleting wants a sign-in of the last hour', async () => {
  const { refreshToken } = await identity.signUp('ana@example.com');
  identity.clock.now += 61 * 60_000;
  const { body } = await identity.refresh(refreshToken);
  expect((await identity.call('delete', { idToken: body.id_token })).message).toBe(
    'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
  );
  const again = await identity.ok('signInWithPassword', { email: 'ana@example.com', password: PASSWORD });
  expect((await identity.call('delete', { idToken: again.idToken })).status).toBe(200);
});
