import { CHARGE_LABEL_MAX } from '#contract/charges/calls.ts';
import { formatsOf, listOf } from '#contract/formats.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import { defaultOf } from '#contract/translations.ts';
import { t, withLanguage } from '#languages/t.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';

type School = Pick<SchoolNow, 'languages' | 'timezone' | 'currency' | 'locale'>;

/** In the school's own language, as an admin would write it. */
const inOwn = (school: School, words: () => string) =>
  withLanguage(defaultOf(school.languages), words).slice(0, CHARGE_LABEL_MAX);

/** `4 lessons, 1 – 30 November 2026`. */
export const tuitionLabel = (
  school: School,
  { from, to, count }: { from: string; to: string; count: number },
) => inOwn(school, () => t('billing.tuition_label', { count, days: formatsOf(school).days(from, to) }));

/** `Second child, 3 – 24 November 2026`. */
export const discountLabel = (
  school: School,
  { reason, from, to }: { reason: string; from: string; to: string },
) =>
  inOwn(school, () =>
    t('billing.discount_label', { reason: reasonWords(reason), days: formatsOf(school).days(from, to) }),
  );

/** What a place costs beside the first of its instalments. */
export const restLabel = (school: School) => inOwn(school, () => t('instalments.rest_label'));

/** What a place costs that is paid by invoice; the class is said beside it. */
export const placeLabel = (school: School) => inOwn(school, () => t('billing.place_label'));

/** What of one that ends is not owed any more. */
export const placeCreditLabel = (school: School) => inOwn(school, () => t('billing.place_credit_label'));

/** So many days are named; of more their number is said. */
const DAYS_NAMED = 4;

/** `2 lessons not held, on 5 Nov and 12 Nov`. */
export const creditLabel = (school: School, days: readonly string[]) =>
  inOwn(school, () => {
    const count = days.length;
    if (count > DAYS_NAMED) return t('billing.credit_label', { count });
    const named = days.map((day) => formatsOf(school).shortDay(day));
    return t('billing.credit_label_on', { count, days: listOf(named) });
  });
