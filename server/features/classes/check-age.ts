import { type AgeLimits, ageOn, agesOf, isWithin } from '#contract/ages.ts';
import { LEARNER_NAME } from '#server/database/learners.ts';
import type { Db } from '#server/database/schema.ts';
import { AppError, ensure } from '#server/http/errors.ts';

export const hasAges = (limits: AgeLimits): boolean => agesOf(limits) !== undefined;

/**
 * Throws `age-outside` unless a class is for the age that a learner has on a day (`2026-11-24`), and `born-missing` where nobody has said when
 * they were born. A class without limits asks nothing.
 */
export async function checkAge(
  db: Db,
  limits: AgeLimits,
  { learnerid, day }: { learnerid: string; day: string },
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
  const who = self ? 'you' : (name ?? 'the child');
  const ages = agesOf(limits);
  if (born === null) {
    const detail = `This class is for ages ${ages}. Enter when ${who} ${self ? 'were' : 'was'} born on the page of your family, then try again.`;
    throw new AppError('born-missing', { detail });
  }
  const age = ageOn(born, day);
  if (isWithin(age, limits)) return;
  const detail = `This class is for ages ${ages}, and ${who} ${self ? 'are' : 'is'} ${age}. Look for another class, or ask the school.`;
  throw new AppError('age-outside', { detail });
}
