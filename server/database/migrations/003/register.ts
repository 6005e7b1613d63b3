import { type Kysely, sql } from 'kysely';

/** Who was in which lesson, which of them said before that they cannot come, and who comes instead. */
export async function addRegister(db: Kysely<unknown>): Promise<void> {
  await addSettings(db);
  await makeAttendance(db);
  await makePastPlaces(db);
  await makeAbsences(db);
  await makeGuests(db);
}

async function addSettings({ schema }: Kysely<unknown>): Promise<void> {
  // Classes of one series stand in for each other; null: for none.
  await schema.alterTable('classes').addColumn('series', 'text').execute();
  await schema
    .alterTable('classes')
    .addColumn('guestplaces', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // In cents; null where the class offers no trial lesson.
  await schema.alterTable('classes').addColumn('trialprice', 'integer').execute();
  await schema
    .createIndex('classes_series')
    .on('classes')
    .column('series')
    .where(sql.ref('series'), 'is not', null)
    .execute();

  await schema
    .alterTable('school')
    .addColumn('missedlessons', 'text', (c) =>
      c.notNull().defaultTo('none').check(sql`missedlessons in ('none', 'catchup')`),
    )
    .execute();
  for (const [name, days] of [
    ['noticehours', 24],
    ['catchupweeks', 6],
    ['registerdays', 14],
  ] as const)
    await schema
      .alterTable('school')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(days))
      .execute();
  // Null where there is no limit.
  await schema
    .alterTable('school')
    .addColumn('catchupsaterm', 'integer', (c) => c.defaultTo(2))
    .execute();
}

async function makeAttendance({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('attendance')
    .addColumn('lessonid', 'text', (c) => c.notNull().references('lessons._id').onDelete('cascade'))
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('present', 'late', 'absent')`))
    .addColumn('note', 'text')
    .addColumn('byid', 'text', (c) => c.references('users._id').onDelete('set null'))
    // On the clock of the device on which it was marked, and when it came here.
    .addColumn('markedat', 'bigint', (c) => c.notNull())
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('toldat', 'bigint')
    .addPrimaryKeyConstraint('attendance_pk', ['lessonid', 'learnerid'])
    .execute();
  await schema
    .createIndex('attendance_learner')
    .on('attendance')
    .columns(['learnerid', 'lessonid'])
    .execute();
  await schema.createIndex('attendance_by').on('attendance').column('byid').execute();
  await schema
    .createIndex('attendance_untold')
    .on('attendance')
    .column('changedat')
    .where(sql.ref('state'), '=', sql.lit('absent'))
    .where(sql.ref('toldat'), 'is', null)
    .execute();
}

/** Places that ended, or went to another learner: their lessons of before keep who was in them. */
async function makePastPlaces({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('pastplaces')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('classid', 'text', (c) => c.notNull().references('classes._id').onDelete('cascade'))
    .addColumn('begunat', 'bigint', (c) => c.notNull())
    .addColumn('endedat', 'bigint', (c) => c.notNull())
    .addCheckConstraint('pastplaces_moments', sql`begunat <= endedat`)
    .execute();
  await schema.createIndex('pastplaces_class').on('pastplaces').columns(['classid', 'endedat']).execute();
  await schema.createIndex('pastplaces_learner').on('pastplaces').column('learnerid').execute();
}

async function makeAbsences({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('absences')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('lessonid', 'text', (c) => c.notNull().references('lessons._id').onDelete('cascade'))
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('words', 'text')
    .addColumn('earned', 'integer', (c) => c.notNull().check(sql`earned in (0, 1)`))
    .addColumn('until', 'bigint')
    .addColumn('byid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('absences_once', ['lessonid', 'learnerid'])
    .addCheckConstraint('absences_until', sql`(earned = 1) = (until is not null)`)
    .execute();
  await schema.createIndex('absences_learner').on('absences').columns(['learnerid', 'lessonid']).execute();
  await schema.createIndex('absences_by').on('absences').column('byid').execute();
}

async function makeGuests({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('guests')
    .addColumn('lessonid', 'text', (c) => c.notNull().references('lessons._id').onDelete('cascade'))
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('catchup', 'trial')`))
    // The lesson that was missed; null of a trial, and once that lesson is taken out of the records.
    .addColumn('fromlessonid', 'text', (c) => c.references('lessons._id').onDelete('set null'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('guests_pk', ['lessonid', 'learnerid'])
    .addUniqueConstraint('guests_once', ['fromlessonid', 'learnerid'])
    .addCheckConstraint('guests_from', sql`kind = 'catchup' or fromlessonid is null`)
    .execute();
  await schema.createIndex('guests_learner').on('guests').columns(['learnerid', 'lessonid']).execute();
}
