import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Count } from '#server/http/limits/limits.ts';
import { sendAnswer } from './answer.ts';
import type { KeptAnswers } from './kept-answers.ts';

type Asked = { url: string; headers?: FastifyRequest['headers'] };

/** Whether a request comes from a page of this school, whose style sheet its browser has. */
export const isFromPage = ({ headers }: Pick<Asked, 'headers'>) =>
  headers?.['sec-fetch-site'] === 'same-origin';

/**
 * What a request asks for, with the host under which it does, and whether a page of the school does, which is
 * answered otherwise. No host and no target holds a space.
 */
export const addressOf = (asked: Asked & { host: string }) =>
  `${asked.host} ${asked.url}${isFromPage(asked) ? ' page' : ''}`;

declare module 'fastify' {
  interface FastifyReply {
    /** Whether it is given from what is kept. */
    isKept: boolean;
  }
}

/** A visitor sends no token. A request with one, valid or not, is never answered from what is kept. */
export const isVisitor = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  headers.authorization === undefined;

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

type Options = { kept: KeptAnswers; countCall: Count };

function isPastLimit(countCall: Count, request: FastifyRequest): boolean {
  try {
    countCall(request);
    return false;
  } catch {
    return true;
  }
}

/**
 * Gives visitors what is kept for their address, before anything else is done for the request; only calls are
 * counted first, as all calls are. One past the limit goes on to where all calls are counted, and is refused
 * there, in its language. What is kept was asked for in the same words before, and passed all else then.
 */
export function giveKept(app: FastifyInstance, { kept, countCall }: Options) {
  app.decorateReply('isKept', false);
  app.addHook('onRequest', (request, reply, done) => {
    const answer = isRead(request) && isVisitor(request) ? kept.find(addressOf(request)) : undefined;
    if (!answer) return done();
    if (request.url.startsWith('/api/') && isPastLimit(countCall, request)) return done();
    reply.isKept = true;
    kept.countHit();
    void sendAnswer(request, reply, answer);
  });
}
