import type { Db } from '#server/database/schema.ts';
import { findClassesOf, findConfirmed, findLearnersIn } from '#server/features/lessons/queries.ts';

/**
 * The other classes that learners of a class are in: it cannot meet while they do. Not those of which the
 * payer of each such learner knows.
 */
export async function findClassesBeside(db: Db, classid: string): Promise<Set<string>> {
  const learnerids = (await findLearnersIn(db, [classid])).map(({ learnerid }) => learnerid);
  const places = await findClassesOf(db, learnerids);
  const confirmed = await findConfirmed(db, learnerids);
  const known = new Set(
    confirmed
      .filter((pair) => pair.classid === classid || pair.otherid === classid)
      .flatMap((pair) => [`${pair.learnerid} ${pair.classid}`, `${pair.learnerid} ${pair.otherid}`]),
  );
  const unknown = places.filter((place) => !known.has(`${place.learnerid} ${place.classid}`));
  return new Set(unknown.map((place) => place.classid).filter((other) => other !== classid));
}
