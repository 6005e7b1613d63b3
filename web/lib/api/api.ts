import { type Api, apiErrorOf, createApi, type NamesOf, type Send } from '#contract/client.ts';
import type { Calls } from '#contract/endpoint.ts';
import { confirmAgain } from '#web/lib/identity/asking.ts';
import { accessToken } from '#web/lib/session/access-token.ts';
import { idToken } from '#web/lib/session/identity-sdk.ts';
import { answerOf, request } from './wire.ts';

/**
 * Carries a call. One that wants a sign-in of the last minutes is made again once the person has said who
 * they are.
 */
const send: Send = async (call) => {
  try {
    return await sendOnce(call);
  } catch (error) {
    const isLate = call.config.recentSignIn && apiErrorOf(error)?.code === 'sign-in-too-old';
    if (!isLate || !(await confirmAgain())) throw error;
    return sendOnce(call);
  }
};

/** With the token it needs. An access token that has run out is renewed once, unseen. */
const sendOnce: Send = async (call) => {
  const isIdentity = call.config.access === 'identity';
  const token = await (isIdentity ? idToken() : accessToken());
  const response = await request(call, token);
  if (response.status !== 401 || !token || isIdentity) return answerOf(response);
  const renewed = await accessToken({ refused: token });
  return answerOf(renewed ? await request(call, renewed) : response);
};

const known: Partial<Api> = {};

/**
 * The school's calls, from the browser, as the person who is signed in: of the nouns that are given, and a
 * module gives those whose calls it makes, so that no page loads another's.
 */
export const apiOf = <N extends readonly Calls[]>(...nouns: N): Api<NamesOf<N>> =>
  Object.assign(known, createApi(send, ...nouns));
