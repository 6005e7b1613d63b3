import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { chargeEndpoints } from '#contract/charges/schema.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Database } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { chargeFamily } from './charge-family.ts';
import { reverseCharge } from './reverse-charge.ts';

export type ChargeOptions = { db: Kysely<Database>; readSchool: ReadSchool; now: () => number };

export const chargeRoutes: FastifyPluginAsyncZod<ChargeOptions> = async (app, { db, readSchool, now }) => {
  app.route({
    ...chargeEndpoints.addCharge,
    handler: async ({ body, user }) => ({
      insertedId: await chargeFamily(db, { ...body, school: await readSchool(), actor: user, now: now() }),
    }),
  });

  app.route({
    ...chargeEndpoints.reverseCharge,
    handler: async ({ params: { id }, body: { key }, user }) => {
      const [school, moment] = [await readSchool(), now()];
      const reversing = { id, key, day: schoolDay(school, moment), actor: user, now: moment };
      return { insertedId: await transact(db, (tx) => reverseCharge(tx, reversing)) };
    },
  });
};
