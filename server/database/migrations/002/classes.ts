import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Before } from './before.ts';

/**
 * Classes name their teacher by id, and what an admin approved stays known. Learners still have addresses.
 */
export async function describeClasses(db: Kysely<Before>) {
  const { schema } = db;
  const add = (name: string, type: 'text' | 'bigint' | 'integer') =>
    schema.alterTable('classes').addColumn(name, type).execute();
  const addVersion = (name: string) =>
    schema
      .alterTable('classes')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
  await add('approvedas', 'text');
  await add('changedat', 'bigint');
  await addVersion('version');
  await addVersion('editversion');
  await addVersion('planversion');
  await schema
    .alterTable('classes')
    .addColumn('instructorid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .execute();
  // In years.
  await add('agefrom', 'integer');
  await add('ageto', 'integer');
  // A class of the next term is for the families of the one it was copied from until then.
  await add('opensat', 'bigint');
  await add('copyof', 'text');
  // What the price covers (a term, a lesson), and when and how it is due.
  await add('priceunit', 'text');
  await add('duetext', 'text');

  // A class of a teacher who has no account any more is without one.
  await sql`update classes set instructorid =
    (select learners.userid from learners where learners.address = lower(classes.instructoremail))`.execute(
    db,
  );
  await schema.dropIndex('classes_instructor').execute();
  await schema.alterTable('classes').dropColumn('instructoremail').execute();
  await schema.alterTable('classes').dropColumn('instructorname').execute();
  await countStudents(db);
  await noteApproved(db);
  await makeIndexes(db);
}

/**
 * The demo of 0.1.0 counted students whom it had never enrolled. No place comes free by counting them: the
 * class was smaller than it said.
 */
async function countStudents(db: Kysely<Before>) {
  await sql`update classes set enrolledstudents = counted.students,
      capacity = availableseat + heldseats + counted.students
    from (select classes._id, count(enrolments._id) as students from classes
      left join enrolments on enrolments.classid = classes._id group by classes._id) as counted
    where counted._id = classes._id and counted.students <> classes.enrolledstudents`.execute(db);
}

/** What was approved was not recorded: classes count as approved as they stand. */
async function noteApproved(db: Kysely<Before>) {
  const approved = await db
    .selectFrom('classes')
    .select(['_id', 'classname', 'image', 'price', 'capacity', 'level', 'group', 'description'])
    .where('status', '=', 'approved')
    .execute();
  for (const { _id, ...fields } of approved)
    await db
      .updateTable('classes')
      .set({ approvedas: JSON.stringify(fields) })
      .where('_id', '=', _id)
      .execute();
}

/** A page of a public list is read from an index in the order of the list, with what narrows it beside. */
async function makeIndexes({ schema }: Kysely<Before>) {
  for (const name of ['classes_newest', 'classes_popular', 'classes_price'])
    await schema.dropIndex(name).execute();
  const present = (name: string, columns: RawBuilder<unknown>) =>
    schema
      .createIndex(name)
      .on('classes')
      .expression(columns)
      .where(sql.ref('deletedat'), 'is', null)
      .execute();
  // Free seats beside what else narrows the list; the admins' overview adds them up from here, too.
  await present(
    'classes_newest',
    sql`status, createdat desc, _id desc, level, "group", availableseat, heldseats, enrolledstudents`,
  );
  await present('classes_popular', sql`status, enrolledstudents desc, _id desc, level, "group"`);
  await present('classes_price', sql`status, (-price) desc, _id desc, level, "group"`);
  // All that is summed up of what an instructor teaches.
  await present('classes_taught', sql`status, instructorid, enrolledstudents`);
  await present('classes_name', sql`lower(classname), _id`);
  await schema.createIndex('classes_instructor').on('classes').columns(['instructorid', '_id']).execute();
  for (const [name, column, held] of [
    ['classes_changed', '_id', 'changedat'],
    ['classes_copy', 'copyof', 'copyof'],
    ['classes_opensat', 'opensat', 'opensat'],
  ] as const)
    await schema
      .createIndex(name)
      .on('classes')
      .column(column)
      .where(sql.ref(held), 'is not', null)
      .execute();
}
