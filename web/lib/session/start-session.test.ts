import { expect, test, vi } from 'vitest';
import { withIdentity } from './identity-sdk.ts';
import { answerInstead, nobodyAnswers, onSchoolPage, signUp } from './session.test-support.ts';
import { currentSession, sessionReady } from './session.ts';
import { signIn } from './sign-in.ts';
import { startSession } from './start-session.ts';
import { keepToken, keptToken } from './stored-token.ts';

onSchoolPage();

// The first here: the SDK is opened once.
test('who was signed in is waited for; whom the SDK knows no more is told that the session has ended', async () => {
  const { apiKey } = window.cadenza.identity;
  localStorage.setItem(`firebase:authUser:${apiKey}:[DEFAULT]`, '{}');
  startSession();
  expect(currentSession().state).toBe('loading');
  expect(await sessionReady()).toEqual({
    state: 'signed-out',
    notice: 'Your session has ended. Please sign in again.',
  });
});

test('a visitor is known as one at once, and a token that was left behind goes', () => {
  keepToken('left behind');
  startSession();
  expect(currentSession()).toEqual({ state: 'signed-out' });
  expect(keptToken()).toBeNull();
});

test('who signs out in another tab is out here too, and told so', async () => {
  startSession();
  await signUp();
  // As the other tab does it.
  keepToken(null);
  const { sdk, auth } = await withIdentity();
  await sdk.signOut(auth);
  await vi.waitFor(() =>
    expect(currentSession()).toEqual({
      state: 'signed-out',
      notice: 'You signed out in another window.',
    }),
  );
});

test('whom the SDK drops while the token is still there is told that the session has ended', async () => {
  startSession();
  await signUp();
  const { sdk, auth } = await withIdentity();
  await sdk.signOut(auth);
  await vi.waitFor(() =>
    expect(currentSession()).toEqual({
      state: 'signed-out',
      notice: 'Your session has ended. Please sign in again.',
    }),
  );
  expect(keptToken()).toBeNull();
});

test('once the connection is back the school is asked again who this is', async () => {
  startSession();
  const { email, password } = await signUp();
  const { sdk, auth } = await withIdentity();
  await sdk.signOut(auth);
  const silence = answerInstead('/api/users', nobodyAnswers);
  await signIn(email, password);
  expect(currentSession().state).toBe('failed');
  expect(silence.count).toBe(1);
  vi.restoreAllMocks();
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(currentSession().state).toBe('signed-in'));
});
