import { createApi, type Send } from '#contract/client.ts';
import { accessToken } from './session/access-token.ts';
import { idToken } from './session/identity-sdk.ts';
import { answerOf, request } from './wire.ts';

/** Carries a call with the token it needs. An access token that has run out is renewed once, unseen. */
const send: Send = async (call) => {
  const isIdentity = call.config.access === 'identity';
  const token = await (isIdentity ? idToken() : accessToken());
  const response = await request(call, token);
  if (response.status !== 401 || !token || isIdentity) return answerOf(response);
  const renewed = await accessToken({ refused: token });
  return answerOf(renewed ? await request(call, renewed) : response);
};

/** The school's calls, from the browser, as the person who is signed in. */
export const api = createApi(send);
