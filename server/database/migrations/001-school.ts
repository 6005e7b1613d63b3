import { type Kysely, sql } from 'kysely';

/**
 * The school's tables. Written for SQLite and PostgreSQL alike: texts, integers, constraints; no feature of
 * one alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('users')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('uid', 'text', (c) => c.unique())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('photoURL', 'text')
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('admin', 'instructor', 'student')`))
    .addColumn('validsince', 'bigint', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('users_role').on('users').columns(['role', '_id']).execute();

  await schema
    .createTable('sessions')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('userid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    .addColumn('authtime', 'bigint', (c) => c.notNull())
    .addColumn('useragent', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('seenat', 'bigint', (c) => c.notNull())
    .addColumn('endedat', 'bigint')
    .addUniqueConstraint('sessions_once', ['userid', 'authtime', 'useragent'])
    .execute();

  await schema
    .createTable('classes')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('classname', 'text', (c) => c.notNull())
    .addColumn('image', 'text', (c) => c.notNull())
    .addColumn('price', 'integer', (c) => c.notNull().check(sql`price >= 0`))
    .addColumn('instructorname', 'text', (c) => c.notNull())
    .addColumn('instructoremail', 'text', (c) => c.notNull())
    .addColumn('availableseat', 'integer', (c) => c.notNull().check(sql`availableseat >= 0`))
    .addColumn('heldseats', 'integer', (c) => c.notNull().check(sql`heldseats >= 0`))
    .addColumn('enrolledstudents', 'integer', (c) => c.notNull().check(sql`enrolledstudents >= 0`))
    .addColumn('capacity', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('pending', 'approved', 'denied')`))
    .addColumn('feedback', 'text')
    .addColumn('level', 'text', (c) => c.notNull())
    .addColumn('group', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('deletedat', 'bigint')
    .addCheckConstraint('classes_seats', sql`availableseat + heldseats + enrolledstudents = capacity`)
    .execute();
  await schema
    .createIndex('classes_popular')
    .on('classes')
    .columns(['status', 'enrolledstudents desc', '_id desc'])
    .execute();
  await schema
    .createIndex('classes_newest')
    .on('classes')
    .columns(['status', 'createdat desc', '_id desc'])
    .execute();
  await schema.createIndex('classes_price').on('classes').columns(['status', 'price', '_id desc']).execute();
  // The admins' list, filtered by status or not, the newest first.
  await schema
    .createIndex('classes_status')
    .on('classes')
    .columns(['status', '_id'])
    .where(sql.ref('deletedat'), 'is', null)
    .execute();
  await schema.createIndex('classes_instructor').on('classes').columns(['instructoremail', '_id']).execute();

  await schema
    .createTable('changes')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('about', 'text', (c) => c.notNull().check(sql`about in ('class', 'user')`))
    .addColumn('subjectid', 'text', (c) => c.notNull())
    .addColumn('subjectname', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('note', 'text')
    .addColumn('actorid', 'text')
    .addColumn('actorname', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('changes_about').on('changes').columns(['about', '_id']).execute();
  await schema.createIndex('changes_subject').on('changes').columns(['subjectid', '_id']).execute();

  await schema
    .createTable('selections')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('enrolled', 'integer', (c) => c.notNull().check(sql`enrolled in (0, 1)`))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('selections_once', ['email', 'classid'])
    .execute();

  await schema
    .createTable('orders')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('classid', 'text', (c) => c.references('classes._id'))
    .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount >= 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`state in ('held', 'intent', 'expiring', 'expired', 'enrolled', 'refund_due', 'refunded', 'refund_failed')`,
        ),
    )
    .addColumn('intentid', 'text', (c) => c.unique())
    .addColumn('clientsecret', 'text')
    .addColumn('paidat', 'bigint')
    .addColumn('cardlast4', 'text')
    .addColumn('refundid', 'text', (c) => c.unique())
    .addColumn('refundattempt', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('holduntil', 'bigint', (c) => c.notNull())
    .addColumn('workat', 'bigint')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('updatedat', 'bigint', (c) => c.notNull())
    .addCheckConstraint('orders_bound', sql`classid is not null or state <> 'enrolled'`)
    .addCheckConstraint('orders_intent', sql`state <> 'intent' or intentid is not null`)
    .addCheckConstraint('orders_refund', sql`(state = 'refunded') = (refundid is not null)`)
    .execute();
  await schema
    .createIndex('orders_open_once')
    .on('orders')
    .columns(['email', 'classid'])
    .unique()
    .where(sql.ref('state'), 'in', sql`('held', 'intent', 'expiring', 'enrolled')`)
    .execute();
  await schema.createIndex('orders_work').on('orders').column('workat').execute();
  await schema.createIndex('orders_class').on('orders').columns(['classid', 'state']).execute();
  await schema.createIndex('orders_made').on('orders').column('createdat').execute();

  await schema
    .createTable('enrolments')
    .addColumn('_id', 'text', (c) => c.primaryKey().references('orders._id'))
    .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('transactionId', 'text', (c) => c.notNull().unique())
    .addColumn('price', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('date', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('enrolments_once', ['email', 'classid'])
    .execute();
  await schema.createIndex('enrolments_class').on('enrolments').columns(['classid', '_id']).execute();

  await schema
    .createTable('ledger')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('orderid', 'text', (c) => c.notNull().references('orders._id'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('charge', 'refund', 'refund_failed')`))
    .addColumn('ref', 'text', (c) => c.notNull())
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('ledger_ref_once', ['kind', 'ref'])
    .execute();
  await schema.createIndex('ledger_order').on('ledger').columns(['orderid', '_id']).execute();
  await schema
    .createIndex('ledger_charge_once')
    .on('ledger')
    .column('orderid')
    .unique()
    .where(sql.ref('kind'), '=', sql`'charge'`)
    .execute();
  await schema.createIndex('ledger_week').on('ledger').columns(['createdat']).execute();

  await schema
    .createTable('webhookevents')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('intentid', 'text')
    .addColumn('receivedat', 'bigint', (c) => c.notNull())
    .addColumn('workat', 'bigint')
    .execute();
  await schema.createIndex('webhookevents_work').on('webhookevents').column('workat').execute();
  await schema.createIndex('webhookevents_age').on('webhookevents').column('receivedat').execute();

  await schema
    .createTable('waitlist')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('waiting', 'offered', 'taken', 'closed')`),
    )
    .addColumn('offeruntil', 'bigint')
    .addColumn('mailat', 'bigint')
    .addColumn('orderid', 'text', (c) => c.references('orders._id'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addCheckConstraint('waitlist_offer', sql`state <> 'offered' or offeruntil is not null`)
    .execute();
  await schema
    .createIndex('waitlist_once')
    .on('waitlist')
    .columns(['email', 'classid'])
    .unique()
    .where(sql.ref('state'), 'in', sql`('waiting', 'offered', 'taken')`)
    .execute();
  await schema.createIndex('waitlist_line').on('waitlist').columns(['classid', 'state', '_id']).execute();
  await schema.createIndex('waitlist_offers').on('waitlist').columns(['state', 'offeruntil']).execute();
  await schema.createIndex('waitlist_mail').on('waitlist').column('mailat').execute();
  await schema.createIndex('waitlist_order').on('waitlist').column('orderid').execute();

  await schema
    .createTable('blogs')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('blog_description', 'text', (c) => c.notNull())
    .addColumn('blog', 'text', (c) => c.notNull())
    .addColumn('image', 'text', (c) => c.notNull())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('authorname', 'text', (c) => c.notNull())
    .addColumn('reactionscount', 'integer', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .execute();

  await schema
    .createTable('settings')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}
