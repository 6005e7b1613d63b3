import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { apiErrorOf } from '#contract/client.ts';
import {
  currentSession,
  noteRole,
  publishSession,
  sessionReady,
  signedInUser,
  useSession,
} from './session.ts';

const user = {
  _id: 'u1',
  name: 'Ana',
  email: 'ana@test.example',
  photoURL: null,
  role: 'student',
  language: null,
} as const;

test('a guard waits until it is known who is signed in', async () => {
  publishSession({ state: 'loading' });
  let known = false;
  const waiting = sessionReady().then((session) => {
    known = true;
    return session;
  });
  await Promise.resolve();
  expect(known).toBe(false);
  publishSession({ state: 'signed-in', user });
  expect(await waiting).toEqual({ state: 'signed-in', user });
  expect(await sessionReady()).toEqual({ state: 'signed-in', user });
});

test('a loader behind a guard has a user, or a refusal', () => {
  publishSession({ state: 'signed-in', user });
  expect(signedInUser()).toEqual(user);
  publishSession({ state: 'signed-out' });
  try {
    signedInUser();
    expect.unreachable();
  } catch (error) {
    expect(apiErrorOf(error)).toMatchObject({ code: 'session-ended', kind: 'signed-out' });
  }
});

test('a role that the school has changed is followed, by the screens too', () => {
  publishSession({ state: 'signed-in', user });
  const { result } = renderHook(() => useSession());
  act(() => noteRole('instructor'));
  expect(result.current).toEqual({ state: 'signed-in', user: { ...user, role: 'instructor' } });
  publishSession({ state: 'signed-out' });
  noteRole('admin');
  expect(currentSession()).toEqual({ state: 'signed-out' });
});
