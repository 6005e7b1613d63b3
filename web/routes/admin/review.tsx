import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { REVIEW_KINDS, type Review, reviewCalls } from '#contract/reviews/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { decisionChanges } from '#web/features/classes/changes.ts';
import { FeedbackDialog } from '#web/features/classes/dialogs/feedback-dialog.tsx';
import { reviewChanges } from '#web/features/reviews/changes.ts';
import { ReviewHeading } from '#web/features/reviews/review-heading.tsx';
import { ReviewView } from '#web/features/reviews/review-view.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, type Outcome, useSave } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/review';

const api = apiOf(reviewCalls);
const changes = { ...decisionChanges, ...reviewChanges };

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('reviews.review')), NOT_INDEXED];

export const clientLoader = ({ params: { kind, id } }: Route.ClientLoaderArgs) =>
  api.readReview({ params: { kind: REVIEW_KINDS.find((known) => known === kind) ?? 'class', id } });

export const clientAction = actionOf(changes);

export default function ReviewLines({ loaderData: review }: Route.ComponentProps) {
  return (
    <>
      <ReviewHeading
        review={review}
        title={t('reviews.review')}
        lead={t('reviews.lead_admin', { teacher: review.teachername })}
      />
      <ReviewView key={review._id} review={review} isTeacher={false} />
      {review.open && <DecidePanel review={review} />}
    </>
  );
}

/** Decides about what was read; what is not as it was read is refused. */
function DecidePanel({ review }: { review: Review }) {
  const { _id: id, kind, version, state, title } = review;
  const heading = useId();
  const navigate = useNavigate();
  const save = useSave(changes);
  const [busy, setBusy] = useState<string>();
  const [isDenying, setIsDenying] = useState(false);
  const seen = { id, version };
  const list = kind === 'class' ? '/admin/manageclass' : '/admin/posts';

  async function decide(name: string, change: Promise<Outcome>) {
    setBusy(name);
    const outcome = await change;
    setBusy(undefined);
    if (outcome.isDone) await navigate(list);
    return outcome;
  }
  return (
    <section aria-labelledby={heading} className="panel mt-6 flex flex-wrap items-center gap-3 p-5">
      <h2 id={heading} className="w-full text-subheading">
        {t('reviews.decide')}
      </h2>
      {state === 'pending' && (
        <>
          <ActionButton
            className="btn btn-success"
            isBusy={busy === 'approve'}
            onClick={() => decide('approve', save('approveClass', seen))}
          >
            {t('classes.approve')}
          </ActionButton>
          <button type="button" className="btn btn-error" onClick={() => setIsDenying(true)}>
            {t('classes.deny')}
          </button>
        </>
      )}
      {state === 'approved' && (
        <ActionButton
          className="btn btn-success"
          isBusy={busy === 'accept'}
          onClick={() => decide('accept', save('acceptClass', seen))}
        >
          {t('classes.accept_changes')}
        </ActionButton>
      )}
      {state === 'waiting' && (
        <>
          <ActionButton
            className="btn btn-success"
            isBusy={busy === 'publish'}
            onClick={() => decide('publish', save('publishPost', seen))}
          >
            {t('reviews.publish')}
          </ActionButton>
          <ActionButton
            className="btn btn-outline btn-error"
            isBusy={busy === 'back'}
            onClick={() => decide('back', save('sendBackPost', seen))}
          >
            {t('reviews.send_back')}
          </ActionButton>
        </>
      )}
      <Link
        to={kind === 'class' ? `/admin/updateclass/${id}` : `/admin/posts/${id}`}
        className="btn btn-ghost"
      >
        {t('reviews.edit_it')}
      </Link>
      {isDenying && (
        <FeedbackDialog
          title={t('classes.write_a_feedback')}
          label={t('classes.give_feedback')}
          classname={title}
          actions={[
            {
              label: t('classes.deny_with_feedback'),
              tone: 'btn-error',
              onSend: (feedback) => decide('deny', save('denyWithFeedback', { ...seen, feedback })),
            },
          ]}
          onClose={() => setIsDenying(false)}
        />
      )}
    </section>
  );
}
