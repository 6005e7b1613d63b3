import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';

/** Everyone who may be asked to teach a lesson in the place of another. */
export const findTeachers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['_id', 'name'])
    .where('role', '=', 'instructor')
    .where('leavesat', 'is', null)
    .execute();

/** Who teaches, by id, with what their role is; undefined where there is no such account. */
export const findTeacher = (db: Db, id: string) =>
  db.selectFrom('users').select(['name', 'role']).where('_id', '=', id).executeTakeFirst();

/**
 * What the classes are called that these teach, and by id the school's instruments that their classes are for,
 * or that they say of themselves.
 */
export async function findTaught(
  db: Db,
  teacherids: readonly string[],
): Promise<Map<string, { teaches: string[]; instruments: string[] }>> {
  const rows = await inChunks(teacherids, (ids) =>
    db
      .selectFrom('classes')
      .select(['_id', 'instructorid', 'classname'])
      .where('instructorid', 'in', ids)
      .where('deletedat', 'is', null)
      .execute(),
  );
  const instruments = await findInstruments(
    db,
    rows.map(({ _id }) => _id),
  );
  const played = await findPlayed(db, teacherids);
  const classes = Map.groupBy(rows, ({ instructorid }) => instructorid);
  return new Map(
    teacherids.map((teacherid) => {
      const own = classes.get(teacherid) ?? [];
      return [
        teacherid,
        {
          teaches: own.map(({ classname }) => classname),
          instruments: [
            ...own.flatMap(({ _id }) => instruments.get(_id) ?? []),
            ...(played.get(teacherid) ?? []),
          ],
        },
      ];
    }),
  );
}

/** Which of the school's instruments teachers name in their profiles, by id. */
async function findPlayed(db: Db, teacherids: readonly string[]): Promise<Map<string, string[]>> {
  const listed = await db.selectFrom('instruments').select(['_id', 'name']).execute();
  const idOf = new Map(listed.map(({ _id, name }) => [name.toLowerCase(), _id]));
  const profiles = await inChunks(teacherids, (ids) =>
    db.selectFrom('instructors').select(['userid', 'instruments']).where('userid', 'in', ids).execute(),
  );
  return new Map(
    profiles.map(({ userid, instruments }) => [
      userid,
      (JSON.parse(instruments) as string[]).flatMap((name) => idOf.get(name.toLowerCase()) ?? []),
    ]),
  );
}

/** The instruments of classes, by id. */
export async function findInstruments(db: Db, classids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await inChunks(classids, (ids) =>
    db.selectFrom('classinstruments').selectAll().where('classid', 'in', ids).execute(),
  );
  const ofClass = Map.groupBy(rows, ({ classid }) => classid);
  return new Map([...ofClass].map(([id, some]) => [id, some.map(({ instrumentid }) => instrumentid)]));
}

/** Who teaches classes, by their ids. */
export async function findInstructors(db: Db, classids: readonly string[]): Promise<Map<string, string>> {
  const rows = await inChunks(classids, (ids) =>
    db.selectFrom('classes').select(['_id', 'instructorid']).where('_id', 'in', ids).execute(),
  );
  return new Map(
    rows.flatMap(({ _id, instructorid }) => (instructorid === null ? [] : [[_id, instructorid]])),
  );
}

/** What people are called. */
export async function findTeacherNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await inChunks(ids, (some) =>
    db.selectFrom('users').select(['_id', 'name']).where('_id', 'in', some).execute(),
  );
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}
