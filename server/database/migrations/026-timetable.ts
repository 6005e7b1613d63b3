import { type Kysely, sql } from 'kysely';

/** When and where classes meet: terms, closures, rooms, plans, their lessons, and calendars that are subscribed to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await describeSchool(db);
  await makeLessons(db);
  await describePeople(db);
  const { schema } = db;
  // A class of the next term is for the families of the one it was copied from until then.
  await schema.alterTable('classes').addColumn('opensat', 'bigint').execute();
  await schema.alterTable('classes').addColumn('copyof', 'text').execute();
  await schema
    .createIndex('classes_copy')
    .on('classes')
    .column('copyof')
    .where(sql.ref('copyof'), 'is not', null)
    .execute();
  await schema
    .createIndex('classes_opensat')
    .on('classes')
    .column('opensat')
    .where(sql.ref('opensat'), 'is not', null)
    .execute();
  // How many lessons were left, and of how many, when the price of an order was worked out.
  for (const column of ['lessonsleft', 'lessonsof'])
    await schema.alterTable('orders').addColumn(column, 'integer').execute();
  // What the school keeps of an order for lessons that were held before its place ended.
  await schema
    .alterTable('orders')
    .addColumn('earned', 'integer', (c) => c.notNull().defaultTo(0).check(sql`earned >= 0`))
    .execute();
  await schema
    .alterTable('school')
    .addColumn('cancelfrom', 'text', (c) =>
      c.notNull().defaultTo('enrolling').check(sql`cancelfrom in ('enrolling', 'first-lesson')`),
    )
    .execute();
}

async function describeSchool({ schema }: Kysely<unknown>) {
  await schema
    .createTable('terms')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('firstday', 'text', (c) => c.notNull())
    .addColumn('lastday', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
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
    .execute();
  // No two rooms in use are called alike.
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

async function makeLessons({ schema }: Kysely<unknown>) {
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
    // Taken out of the plan: only calendars still tell of it, as cancelled.
    .addColumn('removedat', 'bigint')
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('lessons_once', ['planid', 'planday'])
    .addCheckConstraint('lessons_moments', sql`startsat < endsat`)
    .addCheckConstraint('lessons_cancelled', sql`(state = 'cancelled') = (cancelledat is not null)`)
    .addCheckConstraint('lessons_removed', sql`removedat is null or state = 'cancelled'`)
    .execute();
  await schema.createIndex('lessons_room').on('lessons').columns(['roomid', 'startsat']).execute();
  await schema.createIndex('lessons_teacher').on('lessons').columns(['teacherid', 'startsat']).execute();
  // With what tells how many there are and from when to when, so that lists of classes need not read the lessons.
  await schema
    .createIndex('lessons_class')
    .on('lessons')
    .columns(['classid', 'startsat', 'state', 'day', 'planday'])
    .execute();
  await schema.createIndex('lessons_startsat').on('lessons').columns(['startsat', '_id']).execute();
  for (const column of ['closureid', 'removedat'])
    await schema
      .createIndex(`lessons_${column}`)
      .on('lessons')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
}

async function describePeople({ schema }: Kysely<unknown>) {
  // A mail the evening before a lesson.
  await schema
    .alterTable('learners')
    .addColumn('reminds', 'integer', (c) => c.notNull().defaultTo(1).check(sql`reminds in (0, 1)`))
    .execute();

  await schema
    .createTable('calendars')
    .addColumn('userid', 'text', (c) => c.primaryKey().references('users._id').onDelete('cascade'))
    // SHA-256 of the token in the address.
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    // Of the account at the identity service, as the sign-in had them that made it.
    .addColumn('uid', 'text', (c) => c.notNull())
    .addColumn('epoch', 'integer')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();

  // That the payer knows of two classes of one learner that meet at the same time; `classid` is the lesser id.
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
