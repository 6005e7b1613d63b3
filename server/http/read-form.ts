import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { t } from '#languages/t.ts';
import { AppError, ensure } from './errors.ts';

export type FormLimits = {
  /** Of the one file that a form carries. */
  fileBytes: number;
};

/** Of a field beside the file, and of how many there may be. */
const FIELD_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 10;

/**
 * Lets the calls of `app` that take a body take it as `multipart/form-data` (RFC 7578): texts by their names,
 * a file as a `File`. It is checked by the call's schema like any other body. Throws `unsupported-media-type`
 * for any other body and `too-large`.
 */
export async function takeForms(app: FastifyInstance, { fileBytes }: FormLimits): Promise<void> {
  const limits = {
    fileSize: fileBytes,
    fieldSize: FIELD_BYTES_MAX,
    files: 1,
    fields: FIELDS_MAX,
    parts: FIELDS_MAX + 1,
  };
  await app.register(multipart, { limits });
  app.addHook('preValidation', async (request) => {
    if (!request.routeOptions.schema?.body) return;
    if (!request.isMultipart())
      throw new AppError('unsupported-media-type', {
        detail: () => t('errors.send_as_form'),
      });
    request.body = await readForm(request);
  });
}

async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file')
        fields.set(part.fieldname, new File([new Uint8Array(await part.toBuffer())], part.filename));
      else {
        ensure(!part.valueTruncated, 'too-large');
        fields.set(part.fieldname, part.value);
      }
    }
  } catch (error) {
    throw asRefusal(error);
  }
  return Object.fromEntries(fields);
}

/** The library's own refusals carry a status; what a form lacks does not. */
function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  return isTooLarge
    ? new AppError('too-large', { cause: error })
    : new AppError('invalid-input', { detail: () => t('errors.form_unread'), cause: error });
}
