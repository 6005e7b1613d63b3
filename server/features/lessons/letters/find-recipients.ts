import { inChunks } from '#server/database/lists/batches.ts';
import { ROOM_NAME } from '#server/database/rows/lessons.ts';
import type { Db } from '#server/database/schema.ts';

/**
 * A learner of a class, and an account that gets its mail: their own, their parent's, or a guardian's who
 * wants it.
 */
export type Recipient = { classid: string; learnerid: string; self: 0 | 1; userid: string };

/**
 * All learners of these classes, once for each account that gets their mail: by a place, or by one that is
 * held while they pay.
 */
export async function findRecipients(db: Db, classids: readonly string[]): Promise<Recipient[]> {
  const members = await inChunks(classids, (ids) => findMembers(db, ids));
  const learnerids = members.map(({ learnerid }) => learnerid);
  const guardians = await inChunks(learnerids, (ids) => findGuardians(db, ids));
  const byLearner = Map.groupBy(guardians, ({ learnerid }) => learnerid);
  return members.flatMap(({ userid, ...member }) => [
    ...(userid === null ? [] : [{ ...member, userid }]),
    ...(byLearner.get(member.learnerid) ?? []).map((guardian) => ({
      ...member,
      self: 0 as const,
      ...guardian,
    })),
  ]);
}

const findMembers = (db: Db, classids: readonly string[]) =>
  db
    .selectFrom('enrolments')
    .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
    .where('enrolments.classid', 'in', classids)
    .select(['enrolments.classid', 'learners._id as learnerid', 'learners.self', 'learners.userid'])
    .union(
      db
        .selectFrom('orders')
        .innerJoin('learners', 'learners._id', 'orders.learnerid')
        .where('orders.classid', 'in', classids)
        .where('orders.lessonid', 'is', null)
        .where('orders.state', 'in', ['held', 'intent', 'expiring'])
        .select(['orders.classid', 'learners._id as learnerid', 'learners.self', 'learners.userid'])
        .$narrowType<{ classid: string }>(),
    )
    .execute();

const findGuardians = (db: Db, learnerids: readonly string[]) =>
  db
    .selectFrom('guardians')
    .select(['learnerid', 'userid'])
    .where('learnerid', 'in', learnerids)
    .where('getsmail', '=', 1)
    .execute();

/** What classes, rooms and people are called. */
export type Names = {
  classes: ReadonlyMap<string, { classname: string; instructorid: string | null }>;
  rooms: ReadonlyMap<string, string>;
  teachers: ReadonlyMap<string, string>;
};

type Named = { classids: readonly string[]; roomids: readonly string[]; teacherids: readonly string[] };

/** What these are called at this moment. */
export async function findNames(db: Db, { classids, roomids, teacherids }: Named): Promise<Names> {
  const classes = await inChunks(classids, (ids) =>
    db.selectFrom('classes').select(['_id', 'classname', 'instructorid']).where('_id', 'in', ids).execute(),
  );
  const rooms = await inChunks(roomids, (ids) =>
    db
      .selectFrom('rooms')
      .select(['_id', ROOM_NAME.as('name')])
      .where('_id', 'in', ids)
      .execute(),
  );
  const teachers = await inChunks(teacherids, (ids) =>
    db.selectFrom('users').select(['_id', 'name']).where('_id', 'in', ids).execute(),
  );
  return {
    classes: new Map(classes.map(({ _id, ...one }) => [_id, one])),
    rooms: new Map(rooms.map(({ _id, name }) => [_id, name])),
    teachers: new Map(teachers.map(({ _id, name }) => [_id, name])),
  };
}
