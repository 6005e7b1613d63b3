import type { PersonRecords } from '#server/features/feature.ts';
import * as queries from './queries.ts';
import { addToCount, deleteReaction, findReactionsOf } from './reaction-queries.ts';

/** What a person wrote, and which posts they like. */
export const blogPerson: PersonRecords = {
  tables: ['blogs', 'reactions'],

  export: async (db, { _id }) => ({
    posts: await queries.findPostsOf(db, _id),
    reactions: await findReactionsOf(db, _id),
  }),

  /**
   * Drafts go with their author; published posts are the school's and stay, under the name that was shown.
   */
  async erase(tx, { _id: userid }, now) {
    for (const id of await queries.disownBlogs(tx, userid, now)) await queries.deleteBlog(tx, id);
    for (const { blogid } of await findReactionsOf(tx, userid)) {
      await deleteReaction(tx, { blogid, userid });
      await addToCount(tx, blogid, -1);
    }
  },
};
