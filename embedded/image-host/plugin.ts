import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import type { Kysely } from 'kysely';
import { Refusal, refusalBody, refusals } from './errors.ts';
import type { ImageStore } from './image-store.ts';
import { serveRoutes } from './serve.ts';
import type { ImageTables } from './tables.ts';
import { uploadRoutes } from './upload.ts';

export type ImageHostOptions = {
  /** Must have been migrated with `imageTables`. */
  db: Kysely<ImageTables>;
  store: ImageStore;
  /** The id of who uploads, where the mounter knows the person; null for a stranger. */
  whose: (request: FastifyRequest) => Promise<string | null>;
  /** Whether anything outside refers to the picture `/i/<hash>.webp`. */
  isReferenced: (hash: string) => Promise<boolean>;
  /** What uploads must bring as `key`. It is no secret: every page that uploads carries it. */
  apiKey: string;
  /** Scheme and host that the answers' URLs begin with, without a slash at the end. */
  originOf: (request: FastifyRequest) => string;
  /** Epoch milliseconds. */
  now: () => number;
  /** Uploads that would make the store larger than this are refused; strangers have a part of it for themselves. */
  maxStoreBytes: number;
  /** Multiplies the uploads a minute and an hour that a person or a network has; 1 when absent. */
  rateLimitFactor?: number;
  /** How long a body may take to come in, in milliseconds; a minute when absent. */
  bodyMs?: number;
};

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
      await scope.register(rateLimit, { global: false });
      await scope.register(uploadRoutes, options);
    },
    { prefix: '/images/1' },
  );
};

/** Shows them, at `/i/<sha256>.webp`, `-400` and `-800` for the narrower widths. Register it without a prefix. */
export const storedImages: FastifyPluginAsync<Pick<ImageHostOptions, 'store'>> = async (app, options) => {
  await app.register(
    async (scope) => {
      answerInVendorsForm(scope);
      await scope.register(serveRoutes, options);
    },
    { prefix: '/i' },
  );
};
