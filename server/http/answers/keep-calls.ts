import type { FastifyInstance } from 'fastify';
import type { PublicContent } from '#contract/endpoint.ts';
import { sendAnswer, toAnswer } from './answer.ts';
import { addressOf, isVisitor } from './give-kept.ts';
import type { KeptAnswers } from './kept-answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    shows?: PublicContent;
    isWorded?: true;
  }
}

type Options = { kept: KeptAnswers; securityHeaders: Record<string, string> };

/**
 * Keeps what visitors are answered by calls that show public content. To be called before the calls are
 * added.
 */
export function keepCalls(api: FastifyInstance, { kept, securityHeaders }: Options) {
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    // To be asked for again before each use; with a token the same call may show more.
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'authorization',
  };
  const wordedHeaders = { ...headers, vary: 'authorization, accept-language' };
  api.addHook('onRoute', (route) => {
    const { shows: content, isWorded = false } = route.config ?? {};
    if (!content) return;
    const handle = route.handler;
    route.handler = async function (request, reply) {
      if (!isVisitor(request)) return handle.call(this, request, reply);
      // By its address alone nothing is given that is worded otherwise in another language.
      const [language, address] = isWorded
        ? [request.language, `${addressOf(request)} ${request.language}`]
        : [undefined, addressOf(request)];
      const key = JSON.stringify([route.url, request.params, request.query, language]);
      const answer = await kept.get(key, address, async ({ shows, previous }) => {
        shows(content);
        const result = await handle.call(this, request, reply);
        const body = Buffer.isBuffer(result) ? result : Buffer.from(String(reply.serialize(result)));
        const answer = toAnswer({ status: 200, headers: isWorded ? wordedHeaders : headers, body });
        return previous?.etag === answer.etag ? previous : answer;
      });
      return sendAnswer(request, reply, answer);
    };
  });
}
