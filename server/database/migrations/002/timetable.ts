import { type Kysely, sql } from 'kysely';
import type { Before } from './before.ts';

/**
 * Terms, rooms and closing days. Each has a version: the second of two admins who change one learns of the
 * first change.
 */
export async function describeTimes({ schema }: Kysely<Before>) {
  await schema
    .createTable('terms')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('firstday', 'text', (c) => c.notNull())
    .addColumn('lastday', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addCheckConstraint('terms_days', sql`firstday <= lastday`)
    .execute();
  await schema.createIndex('terms_firstday').on('terms').column('firstday').execute();

  await schema
    .createTable('rooms')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('places', 'integer', (c) => c.notNull().check(sql`places > 0`))
    .addColumn('retiredat', 'bigint')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  // No two rooms in use have one name.
  await schema
    .createIndex('rooms_name')
    .unique()
    .on('rooms')
    .expression(sql`lower(name)`)
    .where(sql.ref('retiredat'), 'is', null)
    .execute();

  await schema
    .createTable('closures')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('firstday', 'text', (c) => c.notNull())
    .addColumn('lastday', 'text', (c) => c.notNull())
    // Of one room or one teacher; both null where the whole school is closed.
    .addColumn('roomid', 'text', (c) => c.references('rooms._id').onDelete('cascade'))
    .addColumn('teacherid', 'text', (c) => c.references('users._id').onDelete('cascade'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addCheckConstraint('closures_days', sql`firstday <= lastday`)
    .execute();
  await schema.createIndex('closures_lastday').on('closures').columns(['lastday', 'firstday']).execute();
  for (const column of ['roomid', 'teacherid'])
    await schema
      .createIndex(`closures_${column}`)
      .on('closures')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
}

/** Plans of classes and their lessons. */
export async function makeLessons({ schema }: Kysely<Before>) {
  await schema
    .createTable('plans')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('classid', 'text', (c) => c.notNull().references('classes._id').onDelete('cascade'))
    .addColumn('weekday', 'integer', (c) => c.notNull().check(sql`weekday between 1 and 7`))
    .addColumn('starttime', 'text', (c) => c.notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull().check(sql`minutes > 0`))
    .addColumn('everyweeks', 'integer', (c) => c.notNull().check(sql`everyweeks in (1, 2)`))
    .addColumn('firstday', 'text', (c) => c.notNull())
    .addColumn('lastday', 'text', (c) => c.notNull())
    .addColumn('roomid', 'text', (c) => c.references('rooms._id'))
    .addColumn('teacherid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addCheckConstraint('plans_days', sql`firstday <= lastday`)
    .execute();
  await schema.createIndex('plans_class').on('plans').column('classid').execute();
  await schema
    .createIndex('plans_weekday')
    .on('plans')
    .columns(['weekday', 'starttime', 'classid'])
    .execute();
  await schema.createIndex('plans_room').on('plans').column('roomid').execute();
  await schema.createIndex('plans_teacher').on('plans').column('teacherid').execute();
  await schema.createIndex('plans_firstday').on('plans').column('firstday').execute();

  await schema
    .createTable('lessons')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('classid', 'text', (c) => c.notNull().references('classes._id').onDelete('cascade'))
    // Null once the plan no longer has it.
    .addColumn('planid', 'text', (c) => c.references('plans._id').onDelete('set null'))
    // The day of the plan that it stands for, and the one on which it is held.
    .addColumn('planday', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('startsat', 'bigint', (c) => c.notNull())
    .addColumn('endsat', 'bigint', (c) => c.notNull())
    .addColumn('roomid', 'text', (c) => c.references('rooms._id'))
    .addColumn('teacherid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('planned', 'moved', 'cancelled')`))
    .addColumn('reason', 'text')
    .addColumn('closureid', 'text', (c) => c.references('closures._id').onDelete('set null'))
    // RFC 5545, SEQUENCE.
    .addColumn('seq', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('cancelledat', 'bigint')
    // Taken out of the plan: only calendars still show it, as cancelled.
    .addColumn('removedat', 'bigint')
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('lessons_once', ['planid', 'planday'])
    .addCheckConstraint('lessons_moments', sql`startsat < endsat`)
    .addCheckConstraint('lessons_cancelled', sql`(state = 'cancelled') = (cancelledat is not null)`)
    .addCheckConstraint('lessons_removed', sql`removedat is null or state = 'cancelled'`)
    .execute();
  await schema.createIndex('lessons_room').on('lessons').columns(['roomid', 'startsat']).execute();
  await schema.createIndex('lessons_teacher').on('lessons').columns(['teacherid', 'startsat']).execute();
  // With what tells how many there are and from when to when, so that lists of classes need not read the
  // lessons.
  await schema
    .createIndex('lessons_class')
    .on('lessons')
    .columns(['classid', 'startsat', 'state', 'day', 'planday'])
    .execute();
  // With what tells which class is held until when, so that looking for clashes reads no lesson that does not
  // clash.
  await schema
    .createIndex('lessons_startsat')
    .on('lessons')
    .columns(['startsat', '_id', 'endsat', 'classid', 'state'])
    .execute();
  for (const column of ['closureid', 'removedat'])
    await schema
      .createIndex(`lessons_${column}`)
      .on('lessons')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
}

/** Calendars that are subscribed to, and classes at one time that the payer agreed to. */
export async function makeCalendars({ schema }: Kysely<Before>) {
  await schema
    .createTable('calendars')
    .addColumn('userid', 'text', (c) => c.primaryKey().references('users._id').onDelete('cascade'))
    // SHA-256 of the token in the address.
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    // Of the account at the identity service, as in the sign-in that made the calendar.
    .addColumn('uid', 'text', (c) => c.notNull())
    .addColumn('epoch', 'integer')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();

  // That the payer knows of two classes of one learner that meet at the same time; `classid` is the lesser
  // id.
  await schema
    .createTable('confirmedclashes')
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('classid', 'text', (c) => c.notNull().references('classes._id').onDelete('cascade'))
    .addColumn('otherid', 'text', (c) => c.notNull().references('classes._id').onDelete('cascade'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('confirmedclashes_once', ['learnerid', 'classid', 'otherid'])
    .addCheckConstraint('confirmedclashes_ordered', sql`classid < otherid`)
    .execute();
  for (const column of ['classid', 'otherid'])
    await schema.createIndex(`confirmedclashes_${column}`).on('confirmedclashes').column(column).execute();
}
