import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { wishEndpoints } from '#contract/wishes/schema.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { Seats } from '#server/features/classes/index.ts';
import { findLearner, findLearnerNames } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { addWish } from './add-wish.ts';
import { gridOf, publicSumsOf } from './count-wishes.ts';
import { hoursOf, timesOf } from './hours.ts';
import { inviteWishers } from './invite-wishers.ts';
import * as queries from './queries.ts';

export type WishOptions = {
  db: Db;
  seats: Seats;
  readSchool: ReadSchool;
  now: () => number;
  /** Whether only people who have proved their address may wish: a seat is held for them without asking. */
  needsProvedAddress: boolean;
  /** Is told when the public sums are others. */
  changed: () => void;
  wake: () => void;
};

export const wishRoutes: FastifyPluginAsyncZod<WishOptions> = async (app, options) => {
  const { db, readSchool, now, needsProvedAddress, wake } = options;

  app.route({
    ...wishEndpoints.addWish,
    handler: async ({ body: { learnerid, instrument, level, group, hours }, user }) => {
      await findLearner(db, user, learnerid, 'enrol');
      ensure(!needsProvedAddress || user.emailverified, 'email-not-verified');
      const wanted = { learnerid, instrumentid: instrument, level: level ?? null, group: group ?? null };
      return {
        insertedId: await addWish(db, { ...wanted, hours: hoursOf(hours), caller: user, now: now() }),
      };
    },
  });

  app.route({
    ...wishEndpoints.listWishes,
    handler: async ({ query, user }) => {
      const names = await findLearnerNames(db, user);
      const page = await queries.browseWishes(db, { ...query, learnerids: [...names.keys()], now: now() });
      const hours = await queries.findHours(
        db,
        page.items.map(({ _id }) => _id),
      );
      const items = page.items.map(({ instrumentid, ...wish }) => ({
        ...wish,
        instrument: instrumentid,
        learnername: names.get(wish.learnerid) ?? '',
        hours: timesOf(hours.get(wish._id) ?? []),
      }));
      return { ...page, items };
    },
  });

  app.route({
    ...wishEndpoints.endWish,
    handler: async ({ params }) => {
      ensure(await queries.deleteWish(db, params.id), 'wish-not-found');
      return { deletedCount: 1 };
    },
  });

  app.route({
    ...wishEndpoints.readWishGrid,
    handler: async ({ query: { instrument, ...fit } }) => {
      const moment = now();
      const instrumentids = instrument === undefined ? undefined : [instrument];
      const wishes = await queries.findCounted(db, { ...fit, instrumentids }, moment);
      const hours = await queries.findHours(
        db,
        wishes.map(({ _id }) => _id),
      );
      const day = schoolDay(await readSchool(), moment);
      return {
        instruments: await queries.countByInstrument(db, moment),
        ...gridOf(wishes, hours, day),
      };
    },
  });

  app.route({
    ...wishEndpoints.readPublicWishes,
    handler: async () => {
      const wishes = await queries.findCounted(db, {}, now());
      const hours = await queries.findHours(
        db,
        wishes.map(({ _id }) => _id),
      );
      const names = await queries.countByInstrument(db, now());
      const byInstrument = Map.groupBy(wishes, ({ instrumentid }) => instrumentid);
      return {
        items: names.flatMap(({ _id, name }) => {
          const sums = publicSumsOf(byInstrument.get(_id) ?? [], hours);
          return sums ? [{ instrument: _id, instrumentname: name, ...sums }] : [];
        }),
      };
    },
  });

  app.route({
    ...wishEndpoints.inviteWishers,
    handler: async ({ body: { classid }, user }) => {
      const held = await inviteWishers(options, { classid, actor: user, now: now() });
      wake();
      return { held };
    },
  });
};
