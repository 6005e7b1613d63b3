import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendAnswer } from './answer.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Count } from './limits.ts';

/** What a request asks for, with the host under which it does: no host and no target holds a space. */
export const addressOf = ({ host, raw }: { host: string; raw: { url?: string } }) => `${host} ${raw.url}`;

declare module 'fastify' {
  interface FastifyReply {
    /** Whether it is given from what is kept. */
    isKept: boolean;
  }
}

/** A visitor sends no token. A request with one, valid or not, is never answered from what is kept. */
export const isVisitor = ({ raw }: FastifyRequest) => raw.headers.authorization === undefined;

/**
 * Gives visitors what is kept for their address, before anything else is done for the request; only calls are counted first, as all calls
 * are. What is kept was asked for in the same words before, and then crossed everything else.
 */
export function giveKept(app: FastifyInstance, { kept, countCall }: { kept: KeptAnswers; countCall: Count }) {
  app.decorateReply('isKept', false);
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request.raw;
    const isRead = method === 'GET' || method === 'HEAD';
    const answer = isRead && isVisitor(request) ? kept.find(addressOf(request)) : undefined;
    if (!answer) return done();
    if (url?.startsWith('/api/')) countCall(request);
    reply.isKept = true;
    sendAnswer(request, reply, answer)?.catch(done);
  });
}
