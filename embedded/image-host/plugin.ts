import multipart from '@fastify/multipart';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { Refusal, refusalBody, refusals } from './errors.ts';
import { serveRoutes } from './operations/serve.ts';
import { uploadRoutes } from './operations/upload.ts';
import type { ImageHostOptions } from './options.ts';

function refuse(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof Refusal;
  const name = known ? error.refusal : (error.statusCode ?? 500) < 500 ? 'bad-form' : 'internal';
  const [status] = refusals[name];
  if (status === 500) request.log.error({ err: error }, 'image host failed');
  else if (known && error.cause && status > 500) request.log.warn({ err: error.cause }, error.message);
  if (known && error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  // A body that came too slowly is not waited for any longer.
  if (status === 408) reply.header('connection', 'close');
  return reply.code(status).headers({ 'cache-control': 'no-store' }).send(refusalBody(name));
}

function answerInVendorsForm(app: FastifyInstance): void {
  app.setErrorHandler(refuse);
  app.setNotFoundHandler(() => {
    throw new Refusal('not-found');
  });
}

/** Takes pictures in by the imgbb protocol, at `POST /images/1/upload`. Register it without a prefix. */
export const imageUploads: FastifyPluginAsync<ImageHostOptions> = async (app, options) => {
  await app.register(
    async (scope) => {
      answerInVendorsForm(scope);
      scope.removeAllContentTypeParsers();
      await scope.register(multipart);
      // Other bodies are left unread: a handler that wants one reads the stream.
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      await scope.register(uploadRoutes, options);
    },
    { prefix: '/images/1' },
  );
};

/**
 * Shows them, at `/i/<sha256>.webp`, `-400` and `-800` for the narrower widths. Register it without a prefix.
 */
export const storedImages: FastifyPluginAsync<Pick<ImageHostOptions, 'store'>> = async (app, options) => {
  await app.register(
    async (scope) => {
      answerInVendorsForm(scope);
      await scope.register(serveRoutes, options);
    },
    { prefix: '/i' },
  );
};
