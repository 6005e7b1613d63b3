import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reservationEndpoints } from '#contract/reservations/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { findLearnerNames } from '#server/features/learners/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { decideClass } from './decide.ts';
import { giveUpReservation } from './give-up.ts';
import { findReservations } from './queries.ts';

export type ReservationOptions = {
  payments: Payments;
  /** Lets the job that does what follows from decisions look at once. */
  wake: () => void;
};

export const reservationRoutes: FastifyPluginAsyncZod<ReservationOptions> = async (
  app,
  { payments, wake },
) => {
  const { db } = payments;

  app.route({
    ...reservationEndpoints.listReservations,
    handler: async ({ user }) => {
      const names = await findLearnerNames(db, user);
      const orders = await findReservations(db, { userid: user._id, learnerids: [...names.keys()] });
      const classids = orders.flatMap(({ classid }) => classid ?? []);
      const classes = new Map((await findClassesById(db, classids)).map((one) => [one._id, one]));
      const items = orders.flatMap(({ classid, amount, workat, ...order }) => {
        const found = classes.get(classid ?? '');
        if (!found) return [];
        const { classname, runsfrom, decideby, joined } = found;
        const isOpen = joined !== null;
        return {
          _id: order._id,
          classid: found._id,
          classname,
          learnerid: order.learnerid,
          learnername: names.get(order.learnerid) ?? '',
          price: order.userid === user._id ? amount : undefined,
          currency: order.currency,
          state:
            order.state === 'intent'
              ? ('unpaid' as const)
              : isOpen
                ? ('reserved' as const)
                : ('charging' as const),
          payuntil: order.state === 'intent' ? order.holduntil : undefined,
          ...(isOpen && { joined, runsfrom: runsfrom ?? undefined, decideby: decideby ?? undefined }),
          reservedat: order.reservedat ?? order.createdat,
        };
      });
      return { items };
    },
  });

  app.route({
    ...reservationEndpoints.giveUpReservation,
    handler: async ({ params: { id }, user }) => {
      await giveUpReservation(payments, { id, caller: user });
      return { deletedCount: 1 };
    },
  });

  app.route({
    ...reservationEndpoints.decideClass,
    handler: async ({ params: { id }, body: { runs, key }, user }) => {
      const decision = await decideClass(payments, { id, runs, key, actor: user });
      wake();
      return decision;
    },
  });
};
