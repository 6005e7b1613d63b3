import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CALENDAR_TOKEN } from '#server/auth/calendar-token.ts';
import type { Config } from '#server/config/config.ts';
import type { Outages } from '#server/database/outages.ts';
import { INSIDE } from '#server/services/inject-fetch.ts';
import type { LogStream } from './log-stream.ts';
import { traceOf } from './request-id.ts';

/**
 * How the log is written: JSON, a line each, nothing in it that opens an account. Lines are gathered for up to a tenth of a second; a
 * process that is killed loses those.
 */
export const loggerOf = ({ logLevel }: Pick<Config, 'logLevel'>, stream: Pick<LogStream, 'write'>) => ({
  level: logLevel,
  stream,
  redact: ['req.headers.authorization', '*.password', '*.idToken', '*.token'],
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: pathOf(request), ip: request.ip }),
  },
});

/** The same log without the errors of an outage after the first, each of which would be a line with a stack. */
export function sparing<L>(logger: L, { isNews }: Pick<Outages, 'isNews'>): L {
  if (typeof logger !== 'object') return logger;
  function logMethod(this: unknown, args: unknown[], write: (...args: unknown[]) => void) {
    const [first] = args;
    const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
    if (error === undefined || isNews(error)) write.apply(this, args);
  }
  return { ...logger, hooks: { logMethod } };
}

/** The token of a calendar, wherever it stands: what is mistyped around it may still hold it whole. */
const CALENDAR_TOKENS = new RegExp(`${CALENDAR_TOKEN}[\\w-]+`, 'gi');

/** The query of a mailed link, or of the way back from a provider, opens an account. */
export const withoutQuery = (url: string) =>
  url.split('?', 1)[0]?.replace(CALENDAR_TOKENS, `${CALENDAR_TOKEN}…`);

/** Without the query, and by the route where its path names a person or opens something. */
const pathOf = ({ url, params, routeOptions }: FastifyRequest) =>
  hasSecret(params) ? routeOptions.url : withoutQuery(url);

const hasSecret = (params: unknown) =>
  typeof params === 'object' && params !== null && ('email' in params || 'token' in params);

/** What a line says of an answer. */
type Answered = {
  requestId: string;
  method: string;
  path: string | undefined;
  status: number;
  /** How long it took. */
  ms: number;
  ip: string;
  trace: string | undefined;
};

/** Writes the line of an answer; for what the school asks of itself only at `debug`. Absent where answers are no lines in the log. */
export type LogAnswer = ((answered: Answered) => void) | undefined;

export function logsAnswers({ log: parent }: Pick<FastifyInstance, 'log'>): LogAnswer {
  if (!['info', 'debug', 'trace'].includes(parent.level)) return undefined;
  // Looking for what must not be shown takes as long as writing the line, which is made of nothing of the kind.
  const log = parent.child({}, { redact: [] });
  return (answered) => {
    const line = { ...answered, ms: Math.round(answered.ms * 10) / 10 };
    if (line.ip === INSIDE) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}

/** Writes a line for each answer. */
export function logRequests(app: FastifyInstance, logAnswer: LogAnswer) {
  if (!logAnswer) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, ip, headers } = request;
    logAnswer({
      requestId,
      method,
      path: pathOf(request),
      status: reply.raw.statusCode,
      ms: reply.elapsedTime,
      ip,
      trace: traceOf(headers),
    });
    done();
  });
}
