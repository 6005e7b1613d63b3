import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/client.ts';
import type { Problem } from '#contract/errors.ts';
import { language } from '#languages/t.ts';
import { INSIDE } from '#server/services/inject-fetch.ts';
import { addressOf } from './give-kept.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** What a call answered: JSON, not parsed, and the tag of these bytes, where it has one. */
export type CallAnswer = { json: string; etag: string | undefined };

/**
 * Gives what pages read by: GET calls of a visitor, made without a socket. They pass the access rules that
 * every client passes, and get the same kept answers; what is refused is so in the page's language. Throws `ApiError`.
 */
export function readFromApp(app: FastifyInstance, kept: KeptAnswers | undefined) {
  return async (path: string): Promise<CallAnswer> => {
    const url = `/api${path}`;
    const known = kept?.find(addressOf({ host: INSIDE, url }));
    if (known) return { json: known.body.toString(), etag: known.etag };
    const answer = await app.inject({
      method: 'GET',
      url,
      remoteAddress: INSIDE,
      headers: { host: INSIDE, 'accept-language': language() },
    });
    if (answer.statusCode >= 400) throw new ApiError(answer.json<Problem>());
    return { json: answer.body, etag: answer.headers.etag };
  };
}
