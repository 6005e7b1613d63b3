import type { Kysely } from 'kysely';
import type { AllTables } from '#server/database/tables.ts';

/**
 * Every two lessons that share a room, a teacher, a class or a learner at the same time: one sentence each,
 * by what is written alone.
 */
export async function findOverlappingLessons(db: Kysely<AllTables>): Promise<string[]> {
  const lessons = await db
    .selectFrom('lessons')
    .select(['_id', 'classid', 'roomid', 'teacherid', 'startsat', 'endsat'])
    .where('state', '<>', 'cancelled')
    .orderBy('startsat')
    .execute();
  const enrolled = await db.selectFrom('enrolments').select(['learnerid', 'classid']).execute();
  const held = await db
    .selectFrom('orders')
    .select(['learnerid', 'classid'])
    .where('state', 'in', ['held', 'intent', 'expiring'])
    .execute();
  const learnersOf = Map.groupBy([...enrolled, ...held], ({ classid }) => classid);
  const found = new Set<string>();
  for (const [at, one] of lessons.entries())
    for (const other of lessons.slice(at + 1)) {
      if (other.startsat >= one.endsat) break;
      const pair = `${one._id} and ${other._id}`;
      if (one.classid === other.classid) found.add(`class: ${pair}`);
      if (one.roomid !== null && one.roomid === other.roomid) found.add(`room: ${pair}`);
      if (one.teacherid !== null && one.teacherid === other.teacherid) found.add(`teacher: ${pair}`);
      const learners = new Set(learnersOf.get(one.classid)?.map(({ learnerid }) => learnerid));
      for (const { learnerid } of learnersOf.get(other.classid) ?? [])
        if (one.classid !== other.classid && learners.has(learnerid)) found.add(`learner: ${pair}`);
    }
  return [...found];
}
