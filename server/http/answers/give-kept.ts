import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Asker, AskerOf } from '#server/http/limits/asker.ts';
import type { Count } from '#server/http/limits/limits.ts';
import { type LogAnswer, withoutQuery } from '#server/http/log-requests.ts';
import { requestIdOf, traceOf } from '#server/http/request-id.ts';
import { type Answer, sendAnswer, writeAnswer } from './answer.ts';
import type { KeptAnswers } from './kept-answers.ts';

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

type AtOnce = Options & {
  findAsset: (url: string) => Answer | undefined;
  askerOf: AskerOf;
  logAnswer: LogAnswer;
};

/**
 * Gives it before there is a request of Fastify's at all, which costs as much as all the rest; who asks and under which host is read from
 * proxies as Fastify reads it, and its line in the log is the same. What is refused goes the long way.
 */
export function giveKeptAtOnce(
  app: FastifyInstance,
  { kept, findAsset, countCall, askerOf, logAnswer }: AtOnce,
) {
  const { server } = app;

  function find(raw: IncomingMessage, { ip, host }: Asker): Answer | undefined {
    if (!isRead(raw) || raw.headers.host === undefined) return undefined;
    const answer = isVisitor({ raw }) ? kept.find(addressOf({ host, raw })) : undefined;
    if (!answer) return findAsset(raw.url ?? '');
    try {
      if (isCall(raw)) countCall({ ip, raw });
      return answer;
    } catch {
      // It is counted once more on the long way, and refused there.
      return undefined;
    }
  }

  function give(
    raw: IncomingMessage,
    response: ServerResponse,
    { answer, ip }: { answer: Answer; ip: string },
  ) {
    const began = performance.now();
    const requestId = requestIdOf(raw.headers);
    const log = () =>
      logAnswer?.({
        requestId,
        method: raw.method ?? '',
        path: withoutQuery(raw.url ?? ''),
        status: response.statusCode,
        ms: performance.now() - began,
        ip,
        trace: traceOf(raw.headers),
      });
    const compressing = writeAnswer(raw, response, answer, requestId);
    if (compressing) compressing.then(log, (error) => response.destroy(error));
    else if (logAnswer) log();
  }

  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const asker = askerOf(request);
    const answer = find(request, asker);
    if (!answer) {
      for (const handle of handlers) handle.call(server, request, response);
      return;
    }
    kept.countHit();
    give(request, response, { answer, ip: asker.ip });
  });
}
