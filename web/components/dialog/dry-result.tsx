import type { ReactNode } from 'react';
import { t } from '#languages/t.ts';

type Props<Answer> = {
  /** What it says, for those who do not see it. */
  label: string;
  /** What the server says of what stands in the form, as `useLatest` gives it. */
  dry: {
    answer?: Answer | undefined;
    problem?: string | undefined;
    isCurrent: boolean;
    /** Not where asking again would change nothing. */
    retry: (() => void) | undefined;
  };
  /** What is said until there is an answer. */
  working: string;
  className?: string;
  children: (answer: Answer) => ReactNode;
};

/** What a form would do, said below its fields before it is sent; asked again by a button where that failed. */
export const DryResult = <Answer,>({
  label,
  dry: { answer, problem, isCurrent, retry },
  working,
  className = 'rounded-field bg-honey p-4',
  children,
}: Props<Answer>) => (
  <section aria-label={label} aria-live="polite" aria-busy={!isCurrent} className={className}>
    {problem ? (
      <p className="flex flex-wrap items-center gap-2 text-error">
        {problem}
        {retry && (
          <button type="button" className="btn btn-outline btn-error btn-xs" onClick={retry}>
            {t('common.try_again')}
          </button>
        )}
      </p>
    ) : answer ? (
      children(answer)
    ) : (
      <p className="text-quiet">{working}</p>
    )}
  </section>
);
