import { useId } from 'react';
import { Link } from 'react-router';
import type { ReviewKind, ReviewSummary } from '#contract/reviews/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';

/** The answer to who may not read any. */
export const NO_REVIEWS: { items: ReviewSummary[] } = { items: [] };

type Props = {
  title: string;
  kind: ReviewKind;
  /** The area whose page it leads to, `/admin` or `/instructor`. */
  area: string;
  reviews: { items: readonly ReviewSummary[] };
};

/** Above a list: what of it was written beside, or submitted again since. Nothing where nothing was. */
export function ReviewsPanel({ title, kind, area, reviews }: Props) {
  const id = useId();
  const shown = reviews.items.filter((one) => one.kind === kind);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-6 rounded-card border border-error/40 bg-blush/40 p-5">
      <h2 id={id} className="text-subheading">
        {title}
      </h2>
      <ul className="mt-2 space-y-1">
        {shown.map(({ _id, title: name, open }) => (
          <li key={_id} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to={`${area}/reviews/${kind}/${_id}`}
              className="link wrap-anywhere inline-block min-h-6 font-semibold"
            >
              <OwnWords>{name}</OwnWords>
            </Link>
            <span className="text-quiet text-sm">{t('reviews.open_notes', { count: open })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
