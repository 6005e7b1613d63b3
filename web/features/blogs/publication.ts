import type { BlogInput, OwnBlogSummary } from '#contract/blogs/calls.ts';
import { momentOf, type WallTime, wallTimeAt } from '#contract/time/wall-time.ts';

/** What a form says of when a post is public: `since` keeps the moment in which it was published. */
export type When = 'draft' | 'waiting' | 'now' | 'at' | 'since';

export type Publication = { when: When; at: WallTime };

type Published = Pick<OwnBlogSummary, 'state' | 'publishat'>;

/** Whether a post is written, waits for an admin or its day, or is read, at a moment (epoch milliseconds). */
export function stageOf(
  { state, publishat }: Published,
  now = Date.now(),
): 'draft' | 'waiting' | 'scheduled' | 'published' {
  if (state === 'waiting') return state;
  if (state === 'draft' || !publishat) return 'draft';
  return Date.parse(publishat) > now ? 'scheduled' : 'published';
}

/** What a form begins with, in a school's zone. */
export function publicationOf(post: Published | undefined, zone: string): Publication {
  const stage = post ? stageOf(post) : 'draft';
  const at = stage === 'scheduled' && post?.publishat ? wallTimeAt(Date.parse(post.publishat), zone) : '';
  return {
    when: ({ draft: 'draft', waiting: 'waiting', scheduled: 'at', published: 'since' } as const)[stage],
    at,
  };
}

/** The same as the school is told; undefined where the moment is not one. */
export function publishedBy(
  { when, at }: Publication,
  zone: string,
): Pick<BlogInput, 'state' | 'publishat'> | undefined {
  if (when === 'draft' || when === 'waiting') return { state: when, publishat: null };
  if (when !== 'at') return { state: 'published', publishat: null };
  const moment = momentOf(at, zone);
  return moment === undefined ? undefined : { state: 'published', publishat: new Date(moment).toISOString() };
}
