import type { Feature } from '#server/features/feature.ts';
import { accountPerson } from './person.ts';
import { type AccountOptions, accountRoutes } from './routes.ts';

export const accountFeature = (options: AccountOptions): Feature => ({
  routes: (app) => accountRoutes(app, options),
  person: accountPerson,
});
