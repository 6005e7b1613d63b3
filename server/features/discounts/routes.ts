import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { discountEndpoints } from '#contract/discounts/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { addDiscount, endDiscount } from './change-discount.ts';
import { listDiscounts } from './list-discounts.ts';

export type DiscountOptions = { db: Db; now: () => number };

export const discountRoutes: FastifyPluginAsyncZod<DiscountOptions> = async (app, { db, now }) => {
  app.route({ ...discountEndpoints.listDiscounts, handler: () => listDiscounts(db) });

  app.route({
    ...discountEndpoints.addDiscount,
    handler: async ({ body, user }) => ({
      insertedId: await addDiscount(db, body, { actor: user, now: now() }),
    }),
  });

  app.route({
    ...discountEndpoints.endDiscount,
    handler: async ({ params, user }) => {
      await endDiscount(db, { id: params.id, actor: user, now: now() });
      return { deletedCount: 1 };
    },
  });
};
