import { type Api, createApi } from '#contract/client.ts';
import { answerOf, request } from '#web/lib/wire.ts';
import { idToken } from './identity-sdk.ts';

/** The calls that only need to know whom the identity service let in: they come before there is an access token. */
export const identityApi: Pick<Api, 'signInUser' | 'issueAccessToken'> = createApi(async (call) =>
  answerOf(await request(call, await idToken())),
);
