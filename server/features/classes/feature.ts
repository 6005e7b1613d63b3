import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import { ensure } from '#server/http/errors.ts';
import type { ResubmitReview, StrikeDebts, UpdateTeacherOfPlans } from './change-class.ts';
import { findClass, openKeptClasses } from './queries.ts';
import { classRoutes } from './routes.ts';
import type { Seats } from './seats/seats.ts';

const OPENING_MS = 30_000;

type Options = {
  db: Db;
  seats: Seats;
  strikeDebts: StrikeDebts;
  updateTeacherOfPlans: UpdateTeacherOfPlans;
  resubmitReview: ResubmitReview;
  readSchool: ReadSchool;
  now: () => number;
  /** Is notified when pages show other classes. */
  changed: () => void;
};

export const classFeature = (options: Options): Feature => ({
  routes: (app) => classRoutes(app, options),
  own: {
    class: async (id, caller) => {
      const found = await findClass(options.db, id);
      ensure(found, 'class-not-found');
      ensure(found.instructorid === caller._id, 'forbidden');
    },
  },
  // Who may have a class is asked of the clock; this takes the line off its page.
  jobs: [
    {
      name: 'class-openings',
      everyMs: OPENING_MS,
      run: async () => {
        const opened = await openKeptClasses(options.db, options.now());
        if (opened > 0) options.changed();
        return opened;
      },
    },
  ],
});
