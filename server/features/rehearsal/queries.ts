import type { Db } from '#server/database/schema.ts';

/** The most classes that a copy has. */
const CLASSES_MAX = 200;
/** The most names that are taken out of what is copied: a school that opens has not more. */
const NAMES_MAX = 20_000;

/** What the school offers, as its rows are; no class that is gone or was denied. */
export async function readOffer(db: Db) {
  const classes = await db
    .selectFrom('classes')
    .selectAll()
    .where('deletedat', 'is', null)
    .where('status', 'in', ['approved', 'pending'])
    .orderBy('_id')
    .limit(CLASSES_MAX)
    .execute();
  const ids = classes.map(({ _id }) => _id);
  const some = ids.length > 0 ? ids : [''];
  const lessons = await db
    .selectFrom('lessons')
    .selectAll()
    .where('classid', 'in', some)
    .where('removedat', 'is', null)
    .orderBy('_id')
    .execute();
  const [school, billing, terms, rooms, closures, instruments, classinstruments, plans] = await Promise.all([
    db.selectFrom('school').selectAll().executeTakeFirstOrThrow(),
    db
      .selectFrom('billingsettings')
      .select(['dueafterdays', 'latefee', 'latefeeafterdays', 'taxrate'])
      .executeTakeFirst(),
    db.selectFrom('terms').selectAll().orderBy('_id').execute(),
    db.selectFrom('rooms').selectAll().orderBy('_id').execute(),
    db.selectFrom('closures').selectAll().orderBy('_id').execute(),
    db.selectFrom('instruments').selectAll().orderBy('_id').execute(),
    db.selectFrom('classinstruments').selectAll().where('classid', 'in', some).execute(),
    db.selectFrom('plans').selectAll().where('classid', 'in', some).orderBy('_id').execute(),
  ]);
  return { classes, school, billing, terms, rooms, closures, instruments, classinstruments, plans, lessons };
}

/** Those who teach or work in the office, by whose first names classes are called. */
export const findStaff = (db: Db) =>
  db
    .selectFrom('users')
    .select(['_id', 'name'])
    .where('role', 'in', ['instructor', 'office', 'admin'])
    .orderBy('_id')
    .execute();

/** Names of accounts and of children. */
export async function findNames(db: Db): Promise<{ name: string }[]> {
  const accounts = await db.selectFrom('users').select('name').orderBy('_id').limit(NAMES_MAX).execute();
  const children = await db
    .selectFrom('learners')
    .select(['firstname', 'lastname'])
    .where('self', '=', 0)
    .orderBy('_id')
    .limit(NAMES_MAX)
    .execute();
  return [
    ...accounts,
    ...children.map(({ firstname, lastname }) => ({ name: [firstname, lastname].filter(Boolean).join(' ') })),
  ];
}

/** Whether a sign-in is still open, of an account that is an admin still. */
export async function isSignedInAdmin(db: Db, { signinid, userid }: { signinid: string; userid: string }) {
  const found = await db
    .selectFrom('signins')
    .innerJoin('users', 'users._id', 'signins.userid')
    .select('signins._id')
    .where('signins._id', '=', signinid)
    .where('signins.userid', '=', userid)
    .where('signins.endedat', 'is', null)
    .where('users.role', '=', 'admin')
    .executeTakeFirst();
  return found !== undefined;
}
