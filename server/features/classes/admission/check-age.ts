import { type AgeLimits, ageOn, agesOf, isWithin } from '#contract/learners/ages.ts';
import { t } from '#languages/t.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';
import { findNextLessonDay } from '#server/features/classes/queries.ts';
import { AppError, ensure } from '#server/http/errors.ts';

export const hasAges = (limits: AgeLimits): boolean => agesOf(limits) !== undefined;

type CheckInput = {
  learnerid: string;
  /** Epoch milliseconds, and the day that it then is at the school, `2026-11-24`. */
  now: number;
  day: string;
  reader?: 'family' | 'office';
};

/**
 * Throws `age-outside` unless a class is for the age that a learner has on the day of its first lesson to
 * come, or today where it has none, and `born-missing` without a date of birth. A class without limits asks
 * nothing. The refusal is worded for the `reader`.
 */
export async function checkAge(
  db: Db,
  limits: AgeLimits & { _id: string },
  { learnerid, now, day, reader = 'family' }: CheckInput,
): Promise<void> {
  if (!hasAges(limits)) return;
  const learner = await db
    .selectFrom('learners')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['learners.self', 'learners.born', LEARNER_NAME.as('name')])
    .where('learners._id', '=', learnerid)
    .executeTakeFirst();
  ensure(learner, 'learner-not-found');
  const { self, born, name } = learner;
  const lessonday = await findNextLessonDay(db, { classid: limits._id, now });
  const age = born === null ? null : ageOn(born, lessonday ?? day);
  if (age !== null && isWithin(age, limits)) return;
  const isLater = born !== null && age !== ageOn(born, day);
  const sentence = reader === 'office' ? officeSentence : familySentence;
  const detail = () => sentence({ ages: agesOf(limits) ?? '', name, isSelf: self === 1, age, isLater });
  throw new AppError(age === null ? 'born-missing' : 'age-outside', { detail });
}

/** What stands in the way: the ages of the class, and who is not of them. */
type Outside = {
  ages: string;
  name: string | null | undefined;
  isSelf: boolean;
  /** Null without a date of birth. */
  age: number | null;
  /** Whether they come to this age before the next lesson. */
  isLater: boolean;
};

function familySentence({ ages, name, isSelf, age, isLater }: Outside): string {
  if (isSelf) {
    if (age === null) return t('errors.age_own_birth_missing', { ages });
    return isLater ? t('errors.age_own_later', { ages, age }) : t('errors.age_own', { ages, age });
  }
  const who = name ?? t('errors.age_the_child');
  if (age === null) return t('errors.age_birth_missing', { ages, who });
  return isLater ? t('errors.age_later', { ages, who, age }) : t('errors.age_now', { ages, who, age });
}

function officeSentence({ ages, name, age, isLater }: Outside): string {
  const who = name ?? t('errors.age_the_child');
  if (age === null) return t('errors.age_office_birth_missing', { ages, who });
  return isLater
    ? t('errors.age_office_later', { ages, who, age })
    : t('errors.age_office', { ages, who, age });
}
