import { countRole } from '#server/database/role-counts.ts';
import type { Feature } from '#server/features/feature.ts';
import { deleteUser, findUser, leaveLearners } from './queries.ts';
import { type UserOptions, userRoutes } from './routes.ts';

export const userFeature = (options: UserOptions): Feature => ({
  routes: (app) => userRoutes(app, options),
  person: {
    tables: ['users', 'learners'],
    export: async (db, { _id }) => ({ profile: await findUser(db, _id) }),
    /** The learner stays, so that the books know that there was somebody; everything else that named the account names nobody. */
    async erase(tx, { _id }, now) {
      await leaveLearners(tx, _id, now);
      const deleted = await deleteUser(tx, _id);
      if (deleted) await countRole(tx, deleted.role, -1);
    },
  },
});
