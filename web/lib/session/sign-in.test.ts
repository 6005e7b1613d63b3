import { expect, test, vi } from 'vitest';
import { identityCode } from '#web/lib/identity/identity-faults.ts';
import { clearSession } from './clear-session.ts';
import { followIdentity, withIdentity } from './identity-sdk.ts';
import { refreshUser } from './register-with-school.ts';
import { answerInstead, nobodyAnswers, onSchoolPage, signUp } from './session.test-support.ts';
import { currentSession } from './session.ts';
import { signIn, signInWith } from './sign-in.ts';
import { keptToken } from './stored-token.ts';

onSchoolPage();

test('who registers is a student of the school, by the name that was given', async () => {
  const { email } = await signUp();
  expect(currentSession()).toMatchObject({ state: 'signed-in', user: { email, role: 'student' } });
  expect(keptToken()).not.toBeNull();
});

test('a known person signs in; a wrong password changes nothing', async () => {
  const { email, password } = await signUp();
  await clearSession();
  const error = await signIn(email, 'Wrong-horse1').catch((cause) => cause);
  expect(identityCode(error)).toMatch(/wrong-password|invalid-login-credentials|invalid-credential/);
  expect(currentSession().state).toBe('signed-out');
  expect(await signIn(email, password)).toMatchObject({ state: 'signed-in', user: { email } });
});

test('while somebody signs in by a form nobody else is told of the person; afterwards everything is followed', async () => {
  const follow = vi.fn();
  followIdentity(follow);
  await signUp();
  expect(follow).not.toHaveBeenCalled();
  await expect(signInWith(() => Promise.reject(new Error('closed')))).rejects.toThrow('closed');
  const { sdk, auth } = await withIdentity();
  await sdk.signOut(auth);
  await vi.waitFor(() => expect(follow).toHaveBeenCalledWith(null));
});

test('while the school cannot be asked who this is, it says so; asked again, it goes on', async () => {
  const { email, password } = await signUp();
  await clearSession();
  const silence = answerInstead('/api/users', nobodyAnswers);
  expect(await signIn(email, password)).toEqual({
    state: 'failed',
    problem: 'The school cannot be reached. Check your connection and try again.',
  });
  expect(silence.count).toBe(1);
  vi.restoreAllMocks();
  expect(await refreshUser()).toMatchObject({ state: 'signed-in', user: { email } });
});

test('a profile that was changed is the school’s too', async () => {
  await signUp();
  await refreshUser({ name: 'Ana the Second' });
  expect(currentSession()).toMatchObject({ user: { name: 'Ana the Second' } });
});

test('whom the school refuses is signed out, and told why', async () => {
  const { email, password } = await signUp();
  await clearSession();
  answerInstead('/api/users', async () =>
    Response.json({ status: 403, code: 'account-erased', detail: 'Deleted.' }, { status: 403 }),
  );
  expect(await signIn(email, password)).toEqual({ state: 'signed-out', notice: 'Deleted.' });
});

test('whom the school lets in only with a confirmed email is sent the link, once at each try', async () => {
  const refused = { status: 403, code: 'email-not-verified', detail: 'Follow the link.' };
  answerInstead('/api/users', async () => Response.json(refused, { status: 403 }));
  const { sdk } = await withIdentity();
  const asked = vi.spyOn(sdk, 'sendEmailVerification');
  const { email, password } = await signUp();
  expect(currentSession()).toEqual({ state: 'signed-out', notice: 'Follow the link.' });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(await signIn(email, password)).toEqual({ state: 'signed-out', notice: 'Follow the link.' });
  expect(asked).toHaveBeenCalledTimes(2);
});
