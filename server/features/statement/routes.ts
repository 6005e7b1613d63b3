import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { statementEndpoints } from '#contract/statement/schema.ts';
import { t } from '#languages/t.ts';
import { isUnprovedImport } from '#server/auth/queries.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Database } from '#server/database/schema.ts';
import { printInThread } from '#server/features/invoices/index.ts';
import { findUser } from '#server/features/users/index.ts';
import { sendPdf } from '#server/http/answers/send-pdf.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { printStatement } from './print-statement.ts';
import { type Between, readStatement } from './read-statement.ts';

export type StatementOptions = { db: Kysely<Database>; readSchool: ReadSchool; now: () => number };

export const statementRoutes: FastifyPluginAsyncZod<StatementOptions> = async (
  app,
  { db, readSchool, now },
) => {
  /** Who signed in by an address that the school's list names may be a stranger. */
  async function refuseUnproved(user: { _id: string }) {
    if (await isUnprovedImport(db, user))
      throw new AppError('email-not-verified', { detail: () => t('errors.confirm_email_then_sign_in') });
  }

  async function makeFile(userid: string, between: Between) {
    const school = await readSchool();
    const payer = await findUser(db, userid);
    ensure(payer, 'user-not-found');
    const statement = await readStatement(db, { userid, school, ...between });
    const today = schoolDay(school, now());
    const sheet = printStatement(statement, { payer, school, today, ...between });
    return { filename: `statement-${sheet.issuedday}.pdf`, content: await printInThread(sheet) };
  }

  app.route({
    ...statementEndpoints.readOwnStatement,
    handler: async ({ user, query }) => {
      await refuseUnproved(user);
      return readStatement(db, { userid: user._id, school: await readSchool(), ...query });
    },
  });

  app.route({
    ...statementEndpoints.readStatementOf,
    handler: async ({ params: { userid }, query }) => {
      ensure(await findUser(db, userid), 'user-not-found');
      return readStatement(db, { userid, school: await readSchool(), ...query });
    },
  });

  app.route({
    ...statementEndpoints.readOwnStatementPdf,
    handler: async ({ user, query }, reply) => {
      await refuseUnproved(user);
      return sendPdf(reply as never, await makeFile(user._id, query));
    },
  });

  app.route({
    ...statementEndpoints.readStatementPdfOf,
    handler: async ({ params: { userid }, query }, reply) =>
      sendPdf(reply as never, await makeFile(userid, query)),
  });
};
