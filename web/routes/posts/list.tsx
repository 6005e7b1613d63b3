import { useState } from 'react';
import { Link } from 'react-router';
import { blogCalls, type OwnBlogSummary } from '#contract/blogs/calls.ts';
import { categoryLabel } from '#contract/blogs/labels.ts';
import { reviewCalls } from '#contract/reviews/calls.ts';
import type { WithLists } from '#contract/school/lists.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { Trash2 } from '#web/components/icons/trash-2.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { postChanges } from '#web/features/blogs/changes.ts';
import { PostBadge } from '#web/features/blogs/post-badge.tsx';
import { stageOf } from '#web/features/blogs/publication.ts';
import { ReviewsPanel } from '#web/features/reviews/reviews-panel.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import type { Route } from './+types/list';

const api = apiOf(blogCalls, reviewCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('blogs.posts')), NOT_INDEXED];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [page, reviews] = await Promise.all([
    api.browseOwnBlogs({ querystring: placeIn(new URL(request.url).searchParams) }),
    api.listReviews({ querystring: {} }),
  ]);
  return { page, reviews, isOfAll: signedInUser().role === 'admin' };
}

export const clientAction = actionOf(postChanges);

export default function Posts({ loaderData: { page, reviews, isOfAll } }: Route.ComponentProps) {
  const { school } = useConfig();
  const [doomed, setDoomed] = useState<OwnBlogSummary>();
  const { run } = useChange(postChanges, 'deleteBlog');
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <PageHeading title={t('blogs.posts')} lead={t(isOfAll ? 'blogs.lead_all' : 'blogs.lead_own')} />
        {page.items.length > 0 && (
          <Link to="new" className="btn btn-primary">
            {t('blogs.write_post')}
          </Link>
        )}
      </div>
      <ReviewsPanel
        title={t(isOfAll ? 'reviews.panel_admin' : 'reviews.panel_teacher')}
        kind="blog"
        area={isOfAll ? '/admin' : '/instructor'}
        reviews={reviews}
      />
      {page.items.length === 0 ? (
        <Empty sentence={t('blogs.nothing_written_yet')}>
          <Link to="new" className="btn btn-primary">
            {t('blogs.write_first_post')}
          </Link>
        </Empty>
      ) : (
        <DataTable
          caption={t('blogs.posts')}
          columns={columnsOf({ school, isOfAll, onDelete: setDoomed })}
          rows={page.items}
          rowKey={({ _id }) => _id}
        />
      )}
      <Pager previous={page.previous} next={page.next} />
      {doomed && (
        <ConfirmDialog
          title={t('blogs.ask_delete')}
          confirmLabel={t('common.delete')}
          onConfirm={() => run({ id: doomed._id })}
          onClose={() => setDoomed(undefined)}
        >
          <p className="wrap-anywhere">
            {rich(stageOf(doomed) === 'published' ? 'blogs.delete_published' : 'blogs.delete_unpublished', {
              title: (
                <strong>
                  <OwnWords>{doomed.title}</OwnWords>
                </strong>
              ),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function columnsOf({
  school,
  isOfAll,
  onDelete,
}: {
  school: WithLists;
  isOfAll: boolean;
  onDelete: (post: OwnBlogSummary) => void;
}): Column<OwnBlogSummary>[] {
  return [
    {
      heading: t('blogs.post'),
      cell: (post) => (
        <PostCell post={post} note={isOfAll ? post.authorname : categoryLabel(school, post.category)} />
      ),
    },
    {
      heading: t('common.state'),
      cell: (post) => (
        <span className="inline-flex flex-col items-end gap-1 @3xl:items-start">
          <PostBadge post={post} />
          {isOfAll && post.state === 'waiting' && (
            <Link
              to={`../reviews/blog/${post._id}`}
              className="btn btn-outline btn-sm"
              aria-label={t('reviews.review_of', { title: post.title })}
            >
              {t('reviews.review')}
            </Link>
          )}
        </span>
      ),
    },
    {
      heading: t('blogs.likes_label'),
      cell: ({ reactionscount }) => <span className="tabular-nums">{reactionscount}</span>,
    },
    {
      heading: t('common.edit'),
      card: 'plain',
      cell: ({ _id, title }) => (
        <Link to={_id} className="btn btn-outline btn-sm" aria-label={t('blogs.edit_of', { title })}>
          {t('common.edit')}
        </Link>
      ),
    },
    {
      heading: t('common.delete'),
      card: 'end',
      cell: (post) => (
        <button
          type="button"
          className="btn btn-ghost btn-sm btn-square text-error"
          aria-label={t('blogs.delete_of', { title: post.title })}
          onClick={() => onDelete(post)}
        >
          <Trash2 className="size-4.5" aria-hidden="true" />
        </button>
      ),
    },
  ];
}

/** A post that can be read leads to where it is. */
function PostCell({ post, note }: { post: OwnBlogSummary; note: string }) {
  const title = (
    <span className="font-semibold">
      <OwnWords>{post.title}</OwnWords>
    </span>
  );
  return (
    <span className="flex items-center gap-3 text-start">
      <Picture url={post.image} alt="" sizes="64px" className="size-14 shrink-0 rounded-field" />
      <span className="wrap-anywhere md:min-w-24">
        {stageOf(post) === 'published' ? (
          <Link to={`/blogs/blog/${post._id}`} className="hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
        <span className="block text-quiet text-xs">{note}</span>
      </span>
    </span>
  );
}
