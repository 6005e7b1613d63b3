import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CALENDAR_TOKEN } from '#server/auth/calendar-token.ts';
import type { Config } from '#server/config/config.ts';
import type { Outages } from '#server/database/outages.ts';
import { INSIDE } from '#server/services/inject-fetch.ts';
import type { LogStream } from './log-stream.ts';
import { traceOf } from './request-id.ts';

/**
 * How the log is written: JSON, a line each, nothing in it that opens an account. Lines are gathered for up
 * to a tenth of a second; a process that is killed loses those.
 */
export const loggerOf = ({ logLevel }: Pick<Config, 'logLevel'>, stream: Pick<LogStream, 'write'>) => ({
  level: logLevel,
  stream,
  redact: ['req.headers.authorization', '*.password', '*.idToken', '*.token'],
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: pathOf(request), ip: request.ip }),
  },
});

/**
 * The same log without the errors of an outage after the first, each of which would be a line with a stack.
 */
export function sparing<L>(logger: L, { isNews }: Pick<Outages, 'isNews'>): L {
  if (typeof logger !== 'object') return logger;
  function logMethod(this: unknown, args: unknown[], write: (...args: unknown[]) => void) {
    const [first] = args;
    const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
    if (error === undefined || isNews(error)) write.apply(this, args);
  }
  return { ...logger, hooks: { logMethod } };
}

/**
 * Lets the requests of `app` write to its own log, for where nothing but the error handler writes, which
 * names the request itself: to make each a child of the log takes a fifth of what an answer from memory
 * costs.
 */
export const shareLog = (app: FastifyInstance) => app.setChildLoggerFactory((log) => log);

/** The token of a calendar, wherever it stands: what is mistyped around it may still hold it whole. */
const CALENDAR_TOKENS = new RegExp(`${CALENDAR_TOKEN}[\\w-]+`, 'gi');

/** The query of a mailed link, or of the way back from a provider, opens an account. */
const withoutQuery = (url: string) => url.split('?', 1)[0]?.replace(CALENDAR_TOKENS, `${CALENDAR_TOKEN}…`);

/** Without the query, and by the route where its path names a person or opens something. */
const pathOf = ({ url, params, routeOptions }: FastifyRequest) =>
  hasSecret(params) ? routeOptions.url : withoutQuery(url);

const hasSecret = (params: unknown) =>
  typeof params === 'object' && params !== null && ('email' in params || 'token' in params);

/**
 * Writes a line for each answer, unless the log is to be shorter; for what the school asks of itself only at
 * `debug`.
 */
export function logRequests(app: FastifyInstance) {
  if (!['info', 'debug', 'trace'].includes(app.log.level)) return;
  // Looking for what must not be shown takes as long as writing the line, which is made of nothing of the
  // kind.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, ip, headers } = request;
    const line = {
      requestId,
      method,
      path: pathOf(request),
      status: reply.raw.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip,
      trace: traceOf(headers),
    };
    if (ip === INSIDE) log.debug(line, 'request');
    else log.info(line, 'request');
    done();
  });
}
