import type { OwnBlogSummary } from '#contract/blogs/calls.ts';
import { Moment } from '#web/components/time/written.tsx';
import { stageOf } from './publication.ts';

const BADGES = {
  draft: ['badge-warning', 'Draft'],
  scheduled: ['badge-info', 'Scheduled'],
  published: ['badge-success', 'Published'],
} as const;

/** Whether a post is written, waits or is read, and since or from when. */
export function PostBadge({ post }: { post: OwnBlogSummary }) {
  const stage = stageOf(post);
  const [tone, label] = BADGES[stage];
  return (
    <span className="inline-flex flex-col items-end gap-1 @3xl:items-start">
      <span className={`badge font-semibold ${tone}`}>{label}</span>
      <span className="text-quiet text-sm">
        {stage === 'draft' && 'Saved '}
        <Moment at={post.time} />
      </span>
    </span>
  );
}
