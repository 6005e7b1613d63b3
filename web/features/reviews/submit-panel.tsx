import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Review } from '#contract/reviews/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { reviewChanges } from './changes.ts';

/** Whether its teacher may put it before the school again. */
const isSubmittable = ({ state, turn }: Review) =>
  state === 'denied' ||
  state === 'draft' ||
  ((state === 'pending' || state === 'waiting') && turn === 'teacher');

/** What a teacher does once notes are answered: changes it, and submits it again. */
export function SubmitPanel({ review }: { review: Review }) {
  const { _id: id, kind, version } = review;
  const heading = useId();
  const save = useSave(reviewChanges);
  const [isBusy, setIsBusy] = useState(false);
  async function submit() {
    setIsBusy(true);
    await (kind === 'class' ? save('submitClass', { id }) : save('submitPost', { id, version }));
    setIsBusy(false);
  }
  return (
    <section aria-labelledby={heading} className="panel mt-6 flex flex-wrap items-center gap-3 p-5">
      <h2 id={heading} className="w-full text-subheading">
        {t('reviews.what_next')}
      </h2>
      {isSubmittable(review) && (
        <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={submit}>
          {t('reviews.submit_again')}
        </ActionButton>
      )}
      <Link
        to={kind === 'class' ? `/instructor/updateclass/${id}` : `/instructor/posts/${id}`}
        className="btn btn-outline"
      >
        {t('reviews.edit_it')}
      </Link>
    </section>
  );
}
