import { type AgeLimits, ageOn, agesOf, isWithin } from '#contract/learners/ages.ts';
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
  const outside = { ages: agesOf(limits) ?? '', who: name ?? 'the child', isSelf: self === 1, age, isLater };
  const detail = sentence(outside);
  throw new AppError(age === null ? 'born-missing' : 'age-outside', { detail });
}

/** What stands in the way: the ages of the class, and who is not of them. */
type Outside = {
  ages: string;
  who: string;
  isSelf: boolean;
  /** Null without a date of birth. */
  age: number | null;
  /** Whether they come to this age before the next lesson. */
  isLater: boolean;
};

function familySentence({ ages, who, isSelf, age, isLater }: Outside): string {
  if (age === null)
    return `This class is for ages ${ages}. Enter ${isSelf ? 'your' : `${who}’s`} date of birth under My family, then try again.`;
  const is = isLater ? `will be ${age} at the next lesson` : `${isSelf ? 'are' : 'is'} ${age}`;
  return `This class is for ages ${ages}, and ${isSelf ? 'you' : who} ${is}. Look for another class, or ask the school.`;
}

function officeSentence({ ages, who, age, isLater }: Outside): string {
  const known = isLater ? `${who} will be ${age} at the next lesson` : `${who} is ${age}`;
  return `This class is for ages ${ages}, and ${age === null ? `the date of birth of ${who} is missing` : known}.`;
}
