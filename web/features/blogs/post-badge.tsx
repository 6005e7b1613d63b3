import type { OwnBlogSummary } from '#contract/blogs/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Moment } from '#web/components/time/written.tsx';
import { rich } from '#web/lib/rich.ts';
import { stageOf } from './publication.ts';

const BADGES = {
  draft: ['badge-warning', 'blogs.draft'],
  waiting: ['badge-info', 'blogs.waiting'],
  scheduled: ['badge-info', 'blogs.scheduled'],
  published: ['badge-success', 'blogs.published'],
} as const satisfies Record<ReturnType<typeof stageOf>, readonly [string, PlainId]>;

/** Whether a post is written, waits for an admin or its day, or is read, and since or from when. */
export function PostBadge({ post }: { post: OwnBlogSummary }) {
  const stage = stageOf(post);
  const [tone, label] = BADGES[stage];
  const moment = <Moment at={post.time} />;
  return (
    <span className="inline-flex flex-col items-end gap-1 @3xl:items-start">
      <span className={`badge font-semibold ${tone}`}>{t(label)}</span>
      <span className="text-quiet text-sm">
        {stage === 'draft' && rich('blogs.saved_at', { moment })}
        {stage === 'waiting' && rich('blogs.asked_at', { moment })}
        {(stage === 'scheduled' || stage === 'published') && moment}
      </span>
    </span>
  );
}
