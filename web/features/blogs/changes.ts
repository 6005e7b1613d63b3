import { type BlogInput, blogCalls } from '#contract/blogs/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(blogCalls);

/** What a post that was just saved is, for the word about it. */
function savedWords({ state, publishat }: BlogInput): string {
  if (state === 'draft') return t('blogs.draft_saved');
  if (state === 'waiting') return t('blogs.post_submitted');
  return publishat && Date.parse(publishat) > Date.now()
    ? t('blogs.post_scheduled')
    : t('blogs.post_published');
}

/** What authors and admins change of posts. */
export const postChanges = {
  addBlog: (body: BlogInput) => announce(api.addBlog({ body }), { done: savedWords(body) }),
  updateBlog: ({ id, ...body }: BlogInput & { id: string; version: number }) =>
    attempt(api.updateBlog({ params: { id }, body }), savedWords(body)),
  deleteBlog: (params: { id: string }) =>
    announce(api.deleteBlog({ params }), { done: t('blogs.post_deleted') }),
};
