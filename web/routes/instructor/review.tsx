import { REVIEW_KINDS, reviewCalls } from '#contract/reviews/calls.ts';
import { t } from '#languages/t.ts';
import { reviewChanges } from '#web/features/reviews/changes.ts';
import { ReviewHeading } from '#web/features/reviews/review-heading.tsx';
import { ReviewView } from '#web/features/reviews/review-view.tsx';
import { SubmitPanel } from '#web/features/reviews/submit-panel.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/review';

const api = apiOf(reviewCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('reviews.what_was_written')),
  NOT_INDEXED,
];

export const clientLoader = ({ params: { kind, id } }: Route.ClientLoaderArgs) =>
  api.readReview({ params: { kind: REVIEW_KINDS.find((known) => known === kind) ?? 'class', id } });

export const clientAction = actionOf(reviewChanges);

export default function OwnReview({ loaderData: review }: Route.ComponentProps) {
  return (
    <>
      <ReviewHeading review={review} title={t('reviews.what_was_written')} lead={t('reviews.lead_teacher')} />
      <ReviewView key={review._id} review={review} isTeacher />
      <SubmitPanel review={review} />
    </>
  );
}
