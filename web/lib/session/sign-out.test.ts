import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { noteRefusal } from './clear-session.ts';
import { withIdentity } from './identity-sdk.ts';
import { answerInstead, onSchoolPage, signUp } from './session.test-support.ts';
import { currentSession, publishSession } from './session.ts';
import { signOut } from './sign-out.ts';
import { keptToken } from './stored-token.ts';

onSchoolPage();
afterEach(() => void vi.useRealTimers());

test('signing out ends the session at the school, here and at the identity SDK', async () => {
  await signUp();
  const token = keptToken();
  await signOut();
  expect(currentSession()).toEqual({ state: 'signed-out', notice: undefined });
  expect(keptToken()).toBeNull();
  const { auth, person } = await withIdentity();
  expect([auth.currentUser, person]).toEqual([null, null]);
  const answer = await fetch('/api/account/sessions', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
});

test('a school that does not answer holds it up for a moment only', async () => {
  await signUp();
  answerInstead('/current', () => new Promise(() => {}));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done = signOut();
  await vi.advanceTimersByTimeAsync(1400);
  expect(currentSession().state).toBe('signed-in');
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  await done;
  expect(currentSession().state).toBe('signed-out');
});

const ended = new ApiError({ status: 401, code: 'session-ended', detail: 'Over.' });

test('a call that finds the session ended clears it here', async () => {
  await signUp();
  noteRefusal(new ApiError({ status: 409, code: 'class-full', detail: 'Full.' }));
  expect(currentSession().state).toBe('signed-in');
  noteRefusal(ended);
  expect(currentSession()).toMatchObject({
    state: 'signed-out',
    notice: 'Your session has ended. Please sign in again.',
  });
});

test('a visitor is told nothing of a session that ended', () => {
  publishSession({ state: 'signed-out' });
  noteRefusal(ended);
  expect(currentSession()).toEqual({ state: 'signed-out' });
});
