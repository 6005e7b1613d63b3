import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { INSIDE } from '#server/services/inject-fetch.ts';
import { traceOf } from './request-id.ts';

/** How the log is written: JSON, a line each, nothing in it that opens an account. */
export const loggerOf = ({ logLevel }: Pick<Config, 'logLevel'>) => ({
  level: logLevel,
  redact: ['req.headers.authorization', '*.password', '*.idToken', '*.token'],
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutQuery(url), ip }),
  },
});

/** The query of a mailed link, or of the way back from a provider, opens an account. */
const withoutQuery = (url: string) => url.split('?', 1)[0];

/** Without the query, and by the route where its path names a person. */
const pathOf = ({ url, params, routeOptions }: FastifyRequest) =>
  hasAddress(params) ? routeOptions.url : withoutQuery(url);

const hasAddress = (params: unknown) => typeof params === 'object' && params !== null && 'email' in params;

/** Writes one line for each answer; for what the school asks of itself only at `debug`. */
export function logRequests(app: FastifyInstance) {
  if (!['info', 'debug', 'trace'].includes(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip, headers, log } = request;
    const line = {
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
