import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IMPORT_BYTES_MAX } from '#contract/imports/calls.ts';
import { Imported, ImportTable, importEndpoints } from '#contract/imports/schema.ts';
import { sendInTurns } from '#server/http/answers/encode-answers.ts';
import { sendCsv } from '#server/http/answers/send-csv.ts';
import { takeForms } from '#server/http/read-form.ts';
import { findUnfitLines, type ImportOptions, importFile, judgeFile } from './import-file.ts';
import { listImports } from './list-imports.ts';
import { readTable } from './reading/read-table.ts';
import { sendClaims } from './send-claims.ts';
import { tryUndo, undoImport } from './undo/undo-import.ts';

export const importRoutes: FastifyPluginAsyncZod<ImportOptions> = async (app, options) => {
  await takeForms(app, { fileBytes: IMPORT_BYTES_MAX });

  app.route({
    ...importEndpoints.readImportTable,
    handler: async ({ body: { file } }, reply) =>
      sendInTurns(reply, ImportTable, await readTable(new Uint8Array(await file.arrayBuffer()))),
  });

  app.route({
    ...importEndpoints.importFamilies,
    handler: async ({ body, query, user }, reply) => {
      const read = query.dry ? judgeFile : importFile;
      return sendInTurns(reply, Imported, await read(options, body, { actor: user }));
    },
  });

  app.route({
    ...importEndpoints.exportUnfitLines,
    handler: async ({ body, user }, reply) =>
      sendCsv(reply, 'lines-to-look-at', await findUnfitLines(options, body, { actor: user })),
  });

  app.route({
    ...importEndpoints.listImports,
    handler: () => listImports(options.db, options.now()),
  });

  app.route({
    ...importEndpoints.sendFamilyClaims,
    handler: async ({ params: { id }, user }) => ({
      modifiedCount: await sendClaims(options, id, user),
    }),
  });

  app.route({
    ...importEndpoints.undoImport,
    handler: ({ params: { id }, query, user }) =>
      query.dry ? tryUndo(options, id) : undoImport(options, id, user),
  });
};
