import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import type { Seats } from '#server/features/seats/index.ts';
import { classPerson } from './person.ts';
import { classRoutes } from './routes.ts';

export const classFeature = (options: { db: Db; seats: Seats; now: () => number }): Feature => ({
  routes: (app) => classRoutes(app, options),
  person: classPerson(options),
});
