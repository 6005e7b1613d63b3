import { createApi } from '#contract/client.ts';
import { userCalls } from '#contract/users/calls.ts';
import { answerOf, request } from '#web/lib/api/wire.ts';
import { idToken } from './identity-sdk.ts';

/**
 * The calls that only need to know whom the identity service let in: they come before there is an access
 * token.
 */
export const identityApi = createApi(
  async (call) => answerOf(await request(call, await idToken())),
  userCalls,
);
