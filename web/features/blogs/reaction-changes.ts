import { blogCalls } from '#contract/blogs/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(blogCalls);

/** What readers say of a post. */
export const reactionChanges = {
  addReaction: (params: { id: string }) => announce(api.addReaction({ params })),
  deleteReaction: (params: { id: string }) => announce(api.deleteReaction({ params })),
};
