import type { FastifyInstance } from 'fastify';
import { ApiError, type Send } from '#contract/client.ts';
import type { Problem } from '#contract/errors.ts';
import { INSIDE } from '#server/services/inject-fetch.ts';

/** Makes the product's own calls without a socket, as a visitor: pages cross the same access rules as everybody. */
export function sendFromApp(app: FastifyInstance): Send {
  return async ({ method, path, body }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      remoteAddress: INSIDE,
      ...(body !== undefined && {
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    if (answer.statusCode >= 400) throw new ApiError(answer.json<Problem>());
    return answer.json();
  };
}
