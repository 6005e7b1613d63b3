import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, Refusal } from './errors.ts';
import { API_VERSION } from './events/events.ts';
import { answerWork } from './idempotency/work.ts';
import { newId } from './ids.ts';
import { checkKey, keyOf, secretKeyRequired } from './keys.ts';
import type { CardPaymentsOptions, CardsRequest } from './options.ts';
import { parseForm, type Tree } from './parameters/form.ts';
import { Parameters } from './parameters/parameters.ts';
import { type CardsRoute, routes } from './routes.ts';

const BODY_MAX_BYTES = 64 * 1024;

/**
 * The embedded card payments service: Stripe's REST calls below whatever prefix it is registered with, test
 * cards only. Everything about it is encapsulated: its body format, errors, limits and headers are its own.
 * Its tables must have been migrated before.
 */
export const cardPaymentsService: FastifyPluginAsync<CardPaymentsOptions> = async (app, options) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'request-id': newId('req'),
      'stripe-version': API_VERSION,
      'cache-control': 'no-cache, no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request) => {
    throw new Refusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${withoutQuery(request.url)}).`,
    });
  });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () =>
      new Refusal(429, {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Too many attempts from this address. Wait a minute and try again.',
      }),
  });
  for (const route of routes) addRoute(app, route, options);
};

function addRoute(app: FastifyInstance, route: CardsRoute, options: CardPaymentsOptions): void {
  const max = (route.limit ?? 0) * (options.rateLimitFactor ?? 1);
  // The shop's server is one address for all whose saved cards it charges.
  const isLimited = route.limit !== undefined && options.surface !== 'secret';
  app.route<{ Params: { id?: string }; Body: Tree | undefined }>({
    method: route.method,
    url: route.url,
    config: isLimited ? { rateLimit: { max, timeWindow: '1 minute' } } : {},
    // The query of a browser's request holds its client secret.
    logSerializers: { req: ({ method, url }) => ({ method, url: withoutQuery(url) }) },
    handler: async (request, reply) => {
      const tree = route.method === 'POST' ? (request.body ?? {}) : parseForm(queryOf(request.url));
      const parameters = new Parameters(tree);
      const key = checkKey(
        keyOf(request.headers.authorization, parameters.text('key')),
        options,
        options.surface,
      );
      if (route.caller === 'server' && key === 'publishable') throw secretKeyRequired();
      const cards: CardsRequest = {
        service: options,
        key,
        id: request.params.id ?? '',
        parameters,
        requestId: requestIdOf(reply),
        idempotencyKey: route.method === 'POST' && key === 'secret' ? idempotencyKeyOf(request) : null,
        now: options.now(),
      };
      const answer = await answerWork(cards, route, withoutQuery(request.url), tree);
      reply.headers({ ...answer.headers, 'stripe-should-retry': 'false' });
      return reply.code(answer.status).send(answer.body);
    },
  });
}

const withoutQuery = (url: string) => url.split('?', 1)[0] ?? '';
const queryOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
const requestIdOf = (reply: FastifyReply) => String(reply.getHeader('request-id') ?? newId('req'));

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const value = request.headers['idempotency-key'];
  return (Array.isArray(value) ? value[0] : value) || null;
}

/** Every failure in Stripe's form; what is unexpected is logged and answered as Stripe's own faults are. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof Refusal ? error : refusalFor(error);
  if (refusal.status >= 500) request.log.error({ err: error }, 'card payments request failed');
  // A key in use and a fault of the service may go away; retrying anything else is useless.
  if (refusal.status !== 409 && refusal.status < 500) reply.header('stripe-should-retry', 'false');
  return reply.code(refusal.status).send(errorBody(refusal.fields, requestIdOf(reply)));
}

function refusalFor(error: unknown): Refusal {
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode === 415) {
    return new Refusal(400, {
      type: 'invalid_request_error',
      message: 'Send parameters as application/x-www-form-urlencoded.',
    });
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new Refusal(statusCode, { type: 'invalid_request_error', message: message ?? 'Bad request.' });
  }
  return new Refusal(500, {
    type: 'api_error',
    message: 'Something went wrong on our side. Try again in a moment.',
  });
}
