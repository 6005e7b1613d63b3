import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { t } from '#languages/t.ts';
import { AppError, ensure } from './errors.ts';
import { fileFault } from './file-fault.ts';

export type FormLimits = {
  /** Of the one file that a form carries. */
  fileBytes: number;
  /** Where the file lies until the call is answered; without a folder it is in memory. */
  folder?: string;
};

/** Of a field beside the file, and of how many there may be. */
const FIELD_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 10;

/**
 * Lets the calls of `app` that take a body take it as `multipart/form-data` (RFC 7578): texts by their names,
 * a file as a `File`. It is checked by the call's schema like any other body. Throws `unsupported-media-type`
 * for any other body, `too-large`, and where the folder’s disk fails `files-store-full` or
 * `files-unavailable`.
 */
export async function takeForms(app: FastifyInstance, { fileBytes, folder }: FormLimits): Promise<void> {
  if (folder) await mkdir(folder, { recursive: true });
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
    request.body = await readForm(request, folder ? keepIn(folder) : keepInMemory);
  });
  if (folder)
    app.addHook('onResponse', async ({ body }) => {
      for (const path of pathsOf(body)) await rm(path, { force: true });
    });
}

/** Makes a file of a part of a form. */
type Keep = (part: MultipartFile) => Promise<File>;

const keepInMemory: Keep = async (part) =>
  new File([(await part.toBuffer()) as Buffer<ArrayBuffer>], part.filename);

/** Where files lie that are on the disk. */
const PATHS = new WeakMap<File, string>();

const pathsOf = (body: unknown): string[] =>
  typeof body === 'object' && body !== null
    ? Object.values(body).flatMap((value) => (value instanceof File ? (PATHS.get(value) ?? []) : []))
    : [];

/** One that breaks off on its way leaves nothing. */
const keepIn =
  (folder: string): Keep =>
  async ({ file, filename }) => {
    const path = join(folder, randomUUID());
    try {
      await write(path, file);
      const kept = new File([await openAsBlob(path).catch(failOnDisk)], filename);
      PATHS.set(kept, path);
      return kept;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  };

const failOnDisk = (cause: unknown): never => {
  throw fileFault(cause);
};

/** Writes a file as it arrives. A fault of the disk is told apart from one of the form, which is its sender’s. */
async function write(path: string, arriving: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch(failOnDisk);
  try {
    for await (const chunk of arriving) await file.writeFile(chunk).catch(failOnDisk);
  } finally {
    await file.close().catch(failOnDisk);
  }
}

/** No form takes longer to be read and answered. */
const LEFT_MS = 60 * 60_000;

/** Deletes what a crash left of forms that were being read. */
export async function sweepForms(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_MS) await rm(path, { force: true });
  }
}

async function readForm(request: FastifyRequest, keep: Keep): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') fields.set(part.fieldname, await keep(part));
      else {
        ensure(!part.valueTruncated, 'too-large');
        fields.set(part.fieldname, part.value);
      }
    }
  } catch (error) {
    for (const path of pathsOf(Object.fromEntries(fields))) await rm(path, { force: true });
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
