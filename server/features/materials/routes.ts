import { join } from 'node:path';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { FILE_BYTES_MAX, PRACTISED_DAYS, PRACTISED_MAX } from '#contract/materials/calls.ts';
import { materialEndpoints } from '#contract/materials/schema.ts';
import { ById } from '#contract/primitives.schema.ts';
import { addDays } from '#contract/time/days.ts';
import { t } from '#languages/t.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { AppError, ensure, fieldFault } from '#server/http/errors.ts';
import { takeForms } from '#server/http/read-form.ts';
import { allowSlowBody } from '#server/http/slow-bodies.ts';
import { pictureless } from '#server/markdown/render-markdown.ts';
import type { FileStore } from '#server/services/file-store.ts';
import { addFile, deleteFile } from './add-file.ts';
import { attachment } from './file-name.ts';
import { requireTaught } from './in-lesson.ts';
import { deletePractised, findFile, findPractised, insertPractised } from './queries.ts';
import { firstMarked, listMaterials, readNotes } from './read-materials.ts';
import { writeNotes } from './write-notes.ts';

export type MaterialOptions = {
  db: Db;
  readSchool: ReadSchool;
  files: FileStore;
  /** How many bytes the files of all classes may have. */
  maxBytes: number;
  dataDir: string;
  now: () => number;
};

/** Where files lie while they come in. */
export const uploadsOf = ({ dataDir }: Pick<MaterialOptions, 'dataDir'>): string => join(dataDir, 'uploads');

/** A file is saved and never opened here, is for its reader alone, and is no page of any site. */
const AS_FILE = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The one call that takes a form. */
const fileRoutes: FastifyPluginAsyncZod<MaterialOptions> = async (app, options) => {
  // Before the file is read: it may be a large one.
  app.addHook('preValidation', async ({ params, caller, raw }) => {
    if (!caller) return;
    const named = ById.safeParse(params);
    ensure(named.success, 'lesson-not-found');
    if (caller.role !== 'admin') await requireTaught(options.db, named.data.id, caller);
    allowSlowBody(raw);
  });
  await takeForms(app, { fileBytes: FILE_BYTES_MAX, folder: uploadsOf(options) });
  app.route({
    ...materialEndpoints.addLessonFile,
    handler: async ({ params: { id: lessonid }, body: { file }, user }) => ({
      insertedId: await addFile(options, { lessonid, file, actor: user }),
    }),
  });
};

export const materialRoutes: FastifyPluginAsyncZod<MaterialOptions> = async (app, options) => {
  const { db, readSchool, files, now } = options;
  const reading = { db, render: pictureless() };
  const today = async () => schoolDay(await readSchool(), now());

  await app.register(fileRoutes, options);

  app.route({
    ...materialEndpoints.readLessonNotes,
    handler: async ({ params: { id }, user }) =>
      readNotes(reading, { id, caller: user, today: await today() }),
  });

  app.route({
    ...materialEndpoints.writeLessonNotes,
    handler: async ({ params: { id: lessonid }, body, user }) => {
      const { timezone: zone = 'UTC' } = await readSchool();
      return { version: await writeNotes(db, { lessonid, ...body, actor: user, zone, now: now() }) };
    },
  });

  app.route({
    ...materialEndpoints.readLessonFile,
    handler: async ({ params: { id } }, reply) => {
      const file = await findFile(db, id);
      ensure(file, 'file-not-found');
      const bytes = await files.open(id).catch((cause) => {
        throw new AppError('files-unavailable', { cause });
      });
      ensure(bytes, 'file-not-found');
      reply.headers({ ...AS_FILE, 'content-disposition': attachment(file.name) });
      reply.header('content-length', file.bytes).type('application/octet-stream');
      // The contract calls the file a string; on its way it is a stream of it.
      return reply.send(bytes as never) as never;
    },
  });

  app.route({
    ...materialEndpoints.deleteLessonFile,
    handler: async ({ params: { id }, user }) => {
      await deleteFile(options, { id, actor: user });
      return { deletedCount: 1 };
    },
  });

  app.route({
    ...materialEndpoints.listMaterials,
    handler: ({ params: { learnerid }, user }) => listMaterials(reading, user, learnerid),
  });

  app.route({
    ...materialEndpoints.listPractised,
    handler: async ({ params: { learnerid }, query, user }) => {
      const { _id } = await findLearner(db, user, learnerid, 'see');
      const day = await today();
      const first = addDays(day, -PRACTISED_MAX);
      const { from = firstMarked(day) } = query;
      const days = await findPractised(db, { learnerids: [_id], from: from < first ? first : from });
      return { days: days.map((one) => one.day) };
    },
  });

  app.route({
    ...materialEndpoints.markPractised,
    handler: async ({ params: { learnerid, day }, user }) => {
      const last = await today();
      if (day > last || day < firstMarked(last))
        throw fieldFault('day', () => t('materials.day_outside', { days: PRACTISED_DAYS }));
      return transact(db, async (tx) => {
        const { _id } = await findLearner(tx, user, learnerid, 'see');
        const isNew = await insertPractised(tx, { learnerid: _id, day, createdat: now() });
        return { modifiedCount: isNew ? 1 : 0 };
      });
    },
  });

  app.route({
    ...materialEndpoints.unmarkPractised,
    handler: ({ params: { learnerid, day }, user }) =>
      transact(db, async (tx) => {
        const { _id } = await findLearner(tx, user, learnerid, 'see');
        return { deletedCount: (await deletePractised(tx, { learnerid: _id, day })) ? 1 : 0 };
      }),
  });
};
