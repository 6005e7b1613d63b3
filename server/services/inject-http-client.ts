import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { INSIDE } from './inject-fetch.ts';

/**
 * The HTTP client of Stripe's SDK that carries each request into `app` without a socket: `injectFetch` would
 * dress it as a web request and answer first. It waits as long as `app` does, whose database has limits of
 * its own.
 */
export const injectHttpClient = (app: () => FastifyInstance): Stripe.HttpClient => ({
  getClientName: () => 'inject',
  makeRequest: async (_host, _port, path, method, headers, payload) => {
    const answer = await app().inject({
      method: method as 'GET',
      url: path,
      remoteAddress: INSIDE,
      headers: headers as Record<string, string>,
      ...(payload && { payload }),
    });
    return {
      getStatusCode: () => answer.statusCode,
      getHeaders: () => answer.headers as Record<string, string>,
      getRawResponse: () => answer,
      toStream: () => answer.stream(),
      toJSON: async () => answer.json(),
    };
  },
});
