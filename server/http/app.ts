import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { faultOf } from '#contract/faults.form.ts';
import { DryQuery } from '#contract/primitives.schema.ts';
import type { Config } from '#server/config/config.ts';
import { trustOf } from '#server/config/proxies.ts';
import { ping } from '#server/database/open.ts';
import type { Outages } from '#server/database/outages.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { writeProbe } from '#server/database/settings/write-probe.ts';
import type { Feature } from '#server/features/feature.ts';
import { contentSourcesOf, type Services } from '#server/services/service.ts';
import { type Callers, enforceAccess } from './access.ts';
import { serveAssets } from './answers/assets.ts';
import type { ContentChanges } from './answers/content-changes.ts';
import { compileAnswer } from './answers/encode-answers.ts';
import { giveKept } from './answers/give-kept.ts';
import { keepCalls } from './answers/keep-calls.ts';
import type { KeptAnswers } from './answers/kept-answers.ts';
import { type Pages, servePages } from './answers/pages.ts';
import { clientConfig } from './client-config.ts';
import { handleErrors, refuseUnread, sendProblem, toAppError } from './error-handler.ts';
import { AppError } from './errors.ts';
import { speakLanguages, WORDLESS } from './languages.ts';
import { type AddCalls, countCalls, limitCalls } from './limits/limits.ts';
import { logRequests, shareLog, sparing } from './log-requests.ts';
import { productVersion } from './openapi/product-version.ts';
import { serveReference } from './openapi/routes.ts';
import { originOf } from './origin.ts';
import { requestIdOf } from './request-id.ts';
import { securityHeaders } from './security.ts';
import { BODY_LIMITS, endSlowBodies } from './slow-bodies.ts';
import { refuseOddTargets } from './targets.ts';
import { nameUnixPeers } from './unix-peers.ts';

export type Deps = {
  config: Config;
  db: Db;
  readSchool: ReadSchool;
  /** Who a token speaks of. */
  callers: Callers;
  services: Services;
  features: readonly Feature[];
  /** Notified when a call has changed what pages and calls show to all. */
  changes: ContentChanges;
  kept: KeptAnswers;
  /** Absent where no other process can be. */
  addCalls?: AddCalls | undefined;
  /** The web; absent where only the calls are wanted, as in tests. */
  web?: Web;
  logger?: FastifyServerOptions['logger'];
  outages: Outages;
  /** Is notified of each answer. */
  observe?: (request: FastifyRequest, reply: FastifyReply) => void;
};

/** Built, with its folder of `assets`; or being written, with the `middleware` that compiles it on demand. */
export type Web =
  | (Pages & { assets: string; artVersion?: string; middleware?: undefined })
  | (Pages & { assets?: undefined; middleware: Middleware });
type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

const BODY_MAX = 256 * 1024;
/**
 * How long a connection may stand still while an answer is on its way: a client that does not read is not
 * waited for.
 */
const STILL_MS = 60_000;

/**
 * The whole HTTP surface, in the order in which it is built. Give it a port with `listen`, or try it with
 * `inject`.
 */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const {
    config,
    db,
    readSchool,
    addCalls,
    callers,
    services,
    features,
    changes,
    kept,
    web,
    logger = false,
    outages,
    observe,
  } = deps;
  const app = fastify({
    logger: sparing(logger, outages),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: ({ headers }) => requestIdOf(headers),
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: BODY_MAX,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    requestTimeout: BODY_LIMITS.mostMs,
    connectionTimeout: STILL_MS,
    // What is refused before any route is known, such as an address that is no UTF-8.
    frameworkErrors: (error, _request, reply) => sendProblem(reply, toAppError(error)),
    clientErrorHandler: refuseUnread,
  });
  endSlowBodies(app.server);
  z.config({ customError: faultOf });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(compileAnswer);
  acceptEmptyJson(app);
  nameUnixPeers(app);
  handleErrors(app, outages);
  logRequests(app);
  if (observe)
    app.addHook('onResponse', (request, reply, done) => {
      observe(request, reply);
      done();
    });
  const countCall = countCalls({ factor: config.rateLimitFactor, addCalls });
  giveKept(app, { kept, countCall });
  const security = securityHeaders({
    isHttps: config.publicUrl?.startsWith('https://') ?? false,
    hasSubdomains: config.hstsSubdomains,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? security.calls : security.pages);
    reply.header('x-request-id', request.id);
    done();
  });
  refuseOddTargets(app);
  speakLanguages(app, { readSchool, hasPseudoLanguages: config.hasPseudoLanguages });

  if (web?.middleware) compileOnDemand(app, web.middleware);

  const version = productVersion();
  app.get('/healthz', WORDLESS, async () => ({ status: 'ok', version }));
  const probe = writeProbe(db, callers.now);
  app.get('/readyz', WORDLESS, async () => {
    try {
      await ping(db);
      await probe();
    } catch (cause) {
      outages.noteFailed(cause);
      throw new AppError('database-unavailable', { cause });
    }
    return { status: 'ready' };
  });
  app.get('/config.json', WORDLESS, async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    return clientConfig(await readSchool(), services, { ...config, origin: originOf(config, request) });
  });

  await app.register(
    async (api) => {
      shareLog(api);
      limitCalls(api, { factor: config.rateLimitFactor, addCalls, countCall });
      keepCalls(api, { kept, securityHeaders: security.calls });
      enforceAccess(api, callers, Object.assign({}, ...features.map(({ own }) => own)));
      api.addHook('onSend', (_request, reply, payload, done) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        done(null, payload);
      });
      showChanges(api, changes);
      for (const { routes } of features) if (routes) await api.register(routes);
      serveReference(api, {
        readSchool,
        version,
        kept,
        originOf: (request) => originOf(config, request),
        securityHeaders: security.pages,
      });
      for (const url of ['/', '/*']) {
        api.all(url, { config: { access: 'everyone' } }, async () => {
          throw new AppError('not-found');
        });
      }
    },
    { prefix: '/api' },
  );

  if (web) {
    if (web.assets) {
      serveAssets(app, {
        folder: web.assets,
        artVersion: web.artVersion,
        securityHeaders: security.pages,
      });
    }
    await app.register(servePages, {
      pages: web,
      rateLimitFactor: config.rateLimitFactor,
      addCalls,
      kept: web.assets ? kept : undefined,
      hasPseudoLanguages: config.hasPseudoLanguages,
      securityHeaders: security.pages,
      originOf: (request) => originOf(config, request),
      readSchool,
      clientConfig: (school, origin) => clientConfig(school, services, { ...config, origin }),
      sources: contentSourcesOf(services),
    });
  }
  app.setNotFoundHandler(() => {
    throw new AppError('not-found');
  });
  return app;
}

/**
 * What a call has written shows in the very next answer, to everyone; a refused call wrote nothing, and
 * neither did a dry run.
 */
function showChanges(api: FastifyInstance, { changed }: ContentChanges) {
  api.addHook('onRoute', (route) => {
    const contents = route.config?.changes;
    if (!contents) return;
    const query = route.schema?.querystring;
    const knowsDryRuns = query instanceof z.ZodObject && 'dry' in query.shape;
    route.onSend = (request, reply, payload, done) => {
      const isDry = knowsDryRuns && DryQuery.safeParse(request.query).data?.dry !== undefined;
      if (reply.statusCode < 400 && !isDry) changed(contents);
      done(null, payload);
    };
  });
}

/** Lets Vite answer first, except for the calls. */
function compileOnDemand(app: FastifyInstance, middleware: Middleware) {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) done();
    else middleware(request.raw, reply.raw, (error) => done(error as Error | undefined));
  });
}

/** PUT and DELETE calls carry no body, yet many clients name a content type: nothing then means nothing. */
function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
