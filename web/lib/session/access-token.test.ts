import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account/calls.ts';
import { apiErrorOf } from '#contract/client.ts';
import { selectionCalls } from '#contract/selections/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { accessToken } from './access-token.ts';
import { answerInstead, nobodyAnswers, onSchoolPage, signUp } from './session.test-support.ts';
import { currentSession, publishSession } from './session.ts';
import { keepToken, keptToken } from './stored-token.ts';

const api = apiOf(selectionCalls, accountCalls);

onSchoolPage();

const inAnHour = () => `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600 }))}.y`;

test('a visitor has none', async () => {
  publishSession({ state: 'signed-out' });
  expect(await accessToken()).toBeNull();
});

test('somebody new whose account waits for consent has none yet, and stays', async () => {
  await signUp();
  const calls = answerInstead('/api/jwt', nobodyAnswers);
  publishSession({ state: 'consenting' });
  expect(await accessToken()).toBeNull();
  expect([calls.count, currentSession().state]).toEqual([0, 'consenting']);
});

test('one that was kept serves at once, before it is known who is here', async () => {
  const kept = inAnHour();
  keepToken(kept);
  expect(await accessToken()).toBe(kept);
});

test('one that is good is not asked for again; a refused one is replaced, by one call for all who ask', async () => {
  await signUp();
  const first = keptToken();
  const calls = answerInstead('/api/jwt', async () => Response.json({ token: 'another' }));
  expect(await accessToken()).toBe(first);
  expect(calls.count).toBe(0);
  const all = await Promise.all([accessToken({ refused: first }), accessToken({ refused: first })]);
  expect(all).toEqual(['another', 'another']);
  expect(keptToken()).toBe('another');
  expect(calls.count).toBe(1);
});

test('a call whose token was refused is made once more with a new one', async () => {
  const { email } = await signUp();
  keepToken(`${keptToken()}x`);
  expect(await api.listSelections({ params: { email } })).toEqual([]);
});

test('where the school has ended the session there is none, and the person is told', async () => {
  await signUp();
  const refused = keptToken();
  await api.endSessions();
  expect(await accessToken({ refused })).toBeNull();
  expect(currentSession()).toEqual({
    state: 'signed-out',
    notice: 'Your session has ended. Please sign in again.',
  });
  expect(keptToken()).toBeNull();
});

test('while nobody answers the person stays signed in', async () => {
  await signUp();
  answerInstead('/api/jwt', nobodyAnswers);
  const error = await accessToken({ refused: keptToken() }).catch((cause) => cause);
  expect(apiErrorOf(error)?.kind).toBe('silence');
  expect(currentSession().state).toBe('signed-in');
});
