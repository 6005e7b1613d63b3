import { type AgeLimits, ageOn, agesOf, isWithin } from '#contract/ages.ts';
import { LEARNER_NAME } from '#server/database/learners.ts';
import type { Db } from '#server/database/schema.ts';
import { AppError, ensure } from '#server/http/errors.ts';

export const hasAges = (limits: AgeLimits): boolean => agesOf(limits) !== undefined;

/**
 * Throws `age-outside` unless a class is for the age that a learner has on a day (`2026-11-24`), and `born-missing` where nobody has said when
 * they were born. A class without limits asks nothing. What stands in the way is said to the `reader`.
 */
export async function checkAge(
  db: Db,
  limits: AgeLimits,
  { learnerid, day, reader = 'family' }: { learnerid: string; day: string; reader?: 'family' | 'office' },
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
  const age = born === null ? null : ageOn(born, day);
  if (age !== null && isWithin(age, limits)) return;
  const sentence = reader === 'office' ? officeSentence : familySentence;
  const detail = sentence({ ages: agesOf(limits) ?? '', who: name ?? 'the child', isSelf: self === 1, age });
  throw new AppError(age === null ? 'born-missing' : 'age-outside', { detail });
}

/** What stands in the way: the ages of the class, and who is not of them; `age` is null where nobody has said when they were born. */
type Outside = { ages: string; who: string; isSelf: boolean; age: number | null };

function familySentence({ ages, who, isSelf, age }: Outside): string {
  if (age === null)
    return `This class is for ages ${ages}. Enter ${isSelf ? 'your' : `${who}’s`} date of birth under My family, then try again.`;
  return `This class is for ages ${ages}, and ${isSelf ? 'you are' : `${who} is`} ${age}. Look for another class, or ask the school.`;
}

const officeSentence = ({ ages, who, age }: Outside) =>
  `This class is for ages ${ages}, and ${age === null ? `nobody has said when ${who} was born` : `${who} is ${age}`}.`;
