import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { importEndpoints } from '#contract/imports.schema.ts';
import { IMPORT_BYTES_MAX, IMPORT_SILENT_MS, type Import } from '#contract/imports.ts';
import { takeForms } from '#server/http/read-form.ts';
import { sendCsv } from '#server/http/send-csv.ts';
import { findUnfitLines, type ImportOptions, importFile, judgeFile } from './import-file.ts';
import { findImports, type ImportRow } from './queries.ts';
import { readTable } from './read-table.ts';
import { undoImport } from './undo-import.ts';

export const importRoutes: FastifyPluginAsyncZod<ImportOptions> = async (app, options) => {
  const { db, now } = options;
  await takeForms(app, { fileBytes: IMPORT_BYTES_MAX });

  app.route({
    ...importEndpoints.readImportTable,
    handler: async ({ body: { file } }) => readTable(new Uint8Array(await file.arrayBuffer())),
  });

  app.route({
    ...importEndpoints.importFamilies,
    handler: ({ body, query, user }) =>
      query.dry ? judgeFile(options, body) : importFile(options, body, { actor: user }),
  });

  app.route({
    ...importEndpoints.exportUnfitLines,
    handler: async ({ body }, reply) =>
      sendCsv(reply, 'lines-to-look-at', await findUnfitLines(options, body)),
  });

  app.route({
    ...importEndpoints.listImports,
    handler: async () => (await findImports(db)).map((row) => ({ ...row, state: stateOf(row, now()) })),
  });

  app.route({
    ...importEndpoints.undoImport,
    handler: ({ params: { id } }) => undoImport(db, id, now()),
  });
};

function stateOf({ undoneat, lines, linesdone, changedat }: ImportRow, now: number): Import['state'] {
  if (undoneat !== null) return 'undone';
  if (linesdone >= lines) return 'done';
  return now - changedat < IMPORT_SILENT_MS ? 'working' : 'interrupted';
}
