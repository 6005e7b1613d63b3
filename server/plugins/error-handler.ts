import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { FieldFault, Problem } from '#contract/errors.ts';
import { isUnreachable } from '#server/database/open.ts';
import { AppError } from '#server/errors.ts';

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
      detail: first && `${first.field}: ${first.detail}`,
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
  if (isUnreachable(error)) return new AppError('database-unavailable', { cause: error });
  return new AppError('internal', { cause: error });
}

/** Sends a refusal as `application/problem+json` (RFC 9457). */
export function sendProblem(reply: FastifyReply, error: AppError) {
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    code: error.code,
    ...(error.faults && { errors: error.faults }),
  };
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.status === 503) reply.header('retry-after', '5');
  return reply.code(error.status).type('application/problem+json').send(JSON.stringify(problem));
}

/** The one place where a throw becomes an answer; what is our own fault is logged, what is the caller's is not. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toAppError(error);
    if (refusal.status >= 500) request.log.error({ err: refusal.cause ?? error }, refusal.message);
    return sendProblem(reply, refusal);
  });
}
