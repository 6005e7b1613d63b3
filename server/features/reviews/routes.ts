import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reviewEndpoints } from '#contract/reviews/schema.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { Seats } from '#server/features/classes/index.ts';
import { answerNote } from './answer-note.ts';
import { browseReviewsOf, browseSubmitted, deleteNote } from './queries.ts';
import { readReview } from './read-review.ts';
import { findSubject } from './subjects.ts';
import { writeNote } from './write-note.ts';

export type ReviewOptions = { db: Db; seats: Seats; readSchool: ReadSchool; now: () => number };

export const reviewRoutes: FastifyPluginAsyncZod<ReviewOptions> = async (app, options) => {
  const { db, readSchool, now } = options;

  app.route({
    ...reviewEndpoints.listReviews,
    handler: async ({ query, user }) => {
      const page = await (user.role === 'admin'
        ? browseSubmitted(db, query)
        : browseReviewsOf(db, { ...query, teacherid: user._id }));
      const items = page.items.map(({ classid, ...item }) => ({
        ...item,
        kind: classid === null ? ('blog' as const) : ('class' as const),
      }));
      return { ...page, items };
    },
  });

  app.route({
    ...reviewEndpoints.readReview,
    handler: async ({ params, user }) =>
      readReview(db, await findSubject(db, params.kind, params.id), user._id),
  });

  app.route({
    ...reviewEndpoints.addReviewNote,
    handler: async ({ params, body, user: actor }) => ({
      insertedId: await writeNote(db, body, { ...params, actor, now: now() }),
    }),
  });

  app.route({
    ...reviewEndpoints.answerReviewNote,
    handler: async ({ params: { id }, body, user: actor }) => {
      const today = schoolDay(await readSchool(), now());
      const isChanged = await answerNote(options, body, { id, actor, today, now: now() });
      return { modifiedCount: isChanged ? 1 : 0 };
    },
  });

  app.route({
    ...reviewEndpoints.deleteReviewNote,
    handler: async ({ params: { id }, user }) => ({
      deletedCount: await deleteNote(db, { id, byid: user._id }),
    }),
  });
};
