import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Problem } from '#contract/errors.schema.ts';
import type { FieldFault } from '#contract/errors.ts';
import { ENGLISH } from '#languages/languages.ts';
import { t, withLanguage } from '#languages/t.ts';
import { isOutage } from '#server/database/outage.ts';
import type { Outages } from '#server/database/outages.ts';
import { AppError } from './errors.ts';
import { requestIdOf } from './request-id.ts';

/** Fastify's own refusals, in the catalogue's words. */
const FASTIFY_CODES: Record<string, AppError['code']> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid-input',
};

/** Turns whatever was thrown into one refusal of the catalogue. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const faults = error.validation.map(({ instancePath, message }): FieldFault => {
      return { field: instancePath.split('/').filter(Boolean).join('.') || 'body', detail: message ?? '' };
    });
    const first = faults[0];
    return new AppError('invalid-input', {
      detail: first && (() => t('errors.field_fault', { field: first.field, fault: first.detail })),
      faults,
      cause: error,
    });
  }
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code ? FASTIFY_CODES[code] : undefined;
  if (known) return new AppError(known, { cause: error });
  if (statusCode === 429) return new AppError('too-many-requests', { cause: error });
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid-input', { cause: error });
  if (isOutage(error)) return new AppError('database-unavailable', { cause: error });
  return new AppError('internal', { cause: error });
}

const problemOf = ({ status, sentence, code, faults }: AppError, requestId: string) =>
  JSON.stringify(
    z.encode(Problem, {
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: sentence(),
      code,
      requestId,
      ...(faults && { errors: faults }),
    }),
  );

/** Sends a refusal as `application/problem+json` (RFC 9457), in the request's language. */
export function sendProblem(reply: FastifyReply, error: AppError) {
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.retryAfterS !== undefined) reply.header('retry-after', error.retryAfterS);
  const { id } = reply.request;
  return reply
    .code(error.status)
    .header('x-request-id', id)
    .type('application/problem+json')
    .send(problemOf(error, id));
}

/** Node's codes for a request that never got as far as a route, in the catalogue's words. */
const UNREAD_CODES: Record<string, AppError['code']> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
};

/**
 * Refuses what could not be read as a request at all, and ends the connection: nobody knows where the next
 * one would begin.
 */
export function refuseUnread(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refusal = new AppError(UNREAD_CODES[error.code ?? ''] ?? 'invalid-input');
  const id = requestIdOf({});
  const body = problemOf(refusal, id);
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'content-type: application/problem+json; charset=utf-8',
      'cache-control: no-store',
      `x-request-id: ${id}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The one place where a throw becomes an answer; what is our own fault is logged, what is the caller's is
 * not.
 */
export function handleErrors(app: FastifyInstance, outages?: Pick<Outages, 'noteFailed'>) {
  app.setErrorHandler((error, request, reply) => {
    // Where the body could not be read, the language of now is not known yet.
    const say = <Said>(work: () => Said) => withLanguage(request.language ?? ENGLISH, work);
    const refusal = say(() => toAppError(error));
    if (!READING.has(request.method)) outages?.noteFailed(refusal);
    if (refusal.status >= 500)
      app.log.error({ requestId: request.id, err: refusal.cause ?? error }, refusal.message);
    return say(() => sendProblem(reply, refusal));
  });
}
