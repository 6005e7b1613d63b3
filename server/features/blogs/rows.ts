import type { FeatureRows } from '#server/features/feature.ts';
import * as queries from './queries.ts';
import { addToCount, deleteReaction, findReactionsOf } from './reaction-queries.ts';

export const blogRows = {
  blogs: {
    columns: { authorid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: async (db, { _id }) => ({ posts: await queries.findPostsOf(db, _id) }),
    /**
     * Drafts go with their author; published posts are the school's and stay, under the name that was shown.
     */
    async erase(tx, { _id }, { now }) {
      for (const id of await queries.disownBlogs(tx, _id, now)) await queries.deleteBlog(tx, id);
    },
    example: ({ now, id, userid, name }) => [
      {
        _id: id('post'),
        title: 'Reeds',
        blog_description: '',
        blog: 'Text',
        image: '/art/x.webp',
        time: now,
        authorname: name,
        authorid: userid,
        reactionscount: 1,
        category: 'Study',
        state: 'draft',
      },
    ],
    recovery: { stays: 'Posts are the school’s: admins and authors see, change and delete them.' },
  },
  reactions: {
    columns: { userid: { account: { stays: 'What its person likes is its own.' } } },
    export: async (db, { _id }) => ({ reactions: await findReactionsOf(db, _id) }),
    async erase(tx, { _id: userid }) {
      for (const { blogid } of await findReactionsOf(tx, userid)) {
        await deleteReaction(tx, { blogid, userid });
        await addToCount(tx, blogid, -1);
      }
    },
    example: ({ now, id, userid }) => [{ blogid: id('post'), userid, createdat: now }],
    recovery: { stays: 'Likes can be taken back.' },
  },
} satisfies FeatureRows;
