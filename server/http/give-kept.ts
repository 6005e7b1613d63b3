import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Answer, sendAnswer, writeAnswer } from './answer.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Count } from './limits.ts';
import { isEachLogged } from './log-requests.ts';
import { requestIdOf } from './request-id.ts';

/** What a request asks for, with the host under which it does: no host and no target holds a space. */
export const addressOf = ({ host, raw }: { host: string; raw: { url?: string } }) => `${host} ${raw.url}`;

declare module 'fastify' {
  interface FastifyReply {
    /** Whether it is given from what is kept. */
    isKept: boolean;
  }
}

/** A visitor sends no token. A request with one, valid or not, is never answered from what is kept. */
export const isVisitor = ({ raw }: { raw: IncomingMessage }) => raw.headers.authorization === undefined;

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';
const isCall = ({ url }: IncomingMessage) => url?.startsWith('/api/') === true;

type Options = { kept: KeptAnswers; countCall: Count };

/**
 * Gives visitors what is kept for their address, before anything else is done for the request; only calls are counted first, as all calls
 * are. What is kept was asked for in the same words before, and then crossed everything else.
 */
export function giveKept(app: FastifyInstance, { kept, countCall }: Options) {
  app.decorateReply('isKept', false);
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const answer = isRead(raw) && isVisitor(request) ? kept.find(addressOf(request)) : undefined;
    if (!answer) return done();
    if (isCall(raw)) countCall(request);
    reply.isKept = true;
    kept.countHit();
    sendAnswer(request, reply, answer)?.catch(done);
  });
}

/**
 * Gives it before there is a request of Fastify's at all, which costs as much as all the rest. What needs one goes the long way:
 * a line in the log, a proxy's word for who asks and for what, a refusal.
 */
export function giveKeptAtOnce(
  app: FastifyInstance,
  {
    kept,
    findAsset,
    countCall,
    trustsProxy,
  }: Options & { findAsset: (url: string) => Answer | undefined; trustsProxy: boolean },
) {
  if (isEachLogged(app)) return;
  const { server } = app;
  const isForwarded = ({ headers }: IncomingMessage) =>
    trustsProxy && (headers['x-forwarded-for'] !== undefined || headers['x-forwarded-host'] !== undefined);

  function find(raw: IncomingMessage): Answer | undefined {
    const { url = '', headers } = raw;
    if (!isRead(raw) || headers.host === undefined || isForwarded(raw)) return undefined;
    const answer = isVisitor({ raw }) ? kept.find(addressOf({ host: headers.host, raw })) : undefined;
    if (!answer) return findAsset(url);
    try {
      if (isCall(raw)) countCall({ ip: raw.socket.remoteAddress ?? '', raw });
      return answer;
    } catch {
      // It is counted once more on the long way, and refused there.
      return undefined;
    }
  }

  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const answer = find(request);
    if (!answer) {
      for (const handle of handlers) handle.call(server, request, response);
      return;
    }
    kept.countHit();
    writeAnswer(request, response, answer, requestIdOf(request.headers))?.catch((error) =>
      response.destroy(error),
    );
  });
}
