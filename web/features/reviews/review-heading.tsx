import type { Review } from '#contract/reviews/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { OwnWords } from '#web/components/own-words.tsx';

type Props = { review: Review; title: string; lead: string };

/** What is reviewed, and who sees it. */
export const ReviewHeading = ({ review, title, lead }: Props) => (
  <div className="mb-6">
    <PageHeading title={title} lead={lead} />
    <p className="wrap-anywhere mt-3 font-semibold text-lg">
      <OwnWords>{review.title}</OwnWords>
      {review.turn === 'school' && review.since && (
        <span className="badge badge-info ms-3 align-middle font-semibold">
          {t('reviews.submitted_again')}
        </span>
      )}
    </p>
  </div>
);
