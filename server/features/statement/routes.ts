import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { statementEndpoints } from '#contract/statement/schema.ts';
import { t } from '#languages/t.ts';
import { isUnprovedImport } from '#server/auth/queries.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Database } from '#server/database/schema.ts';
import { findUser } from '#server/features/users/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { readStatement } from './read-statement.ts';

export type StatementOptions = { db: Kysely<Database>; readSchool: ReadSchool };

export const statementRoutes: FastifyPluginAsyncZod<StatementOptions> = async (app, { db, readSchool }) => {
  app.route({
    ...statementEndpoints.readOwnStatement,
    handler: async ({ user, query }) => {
      // Who signed in by an address that the school's list names may be a stranger.
      if (await isUnprovedImport(db, user))
        throw new AppError('email-not-verified', { detail: () => t('errors.confirm_email_then_sign_in') });
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
};
