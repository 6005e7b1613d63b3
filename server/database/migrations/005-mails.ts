import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** The outbox. Offers of the waiting list whose mail was not yet sent get it from there from now on. */
export async function up(db: Kysely<Database>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('mails')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('ref', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('html', 'text')
    .addColumn('validuntil', 'bigint')
    .addColumn('workat', 'bigint')
    .addColumn('sentat', 'bigint')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('lasterror', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('mails_once', ['kind', 'ref', 'recipient'])
    .addCheckConstraint('mails_sent', sql`sentat is null or workat is null`)
    .execute();
  await schema.createIndex('mails_work').on('mails').column('workat').execute();
  await schema.createIndex('mails_recipient').on('mails').column('recipient').execute();
  await schema.createIndex('mails_age').on('mails').column('createdat').execute();

  await sql`
    insert into mails (_id, kind, ref, recipient, subject, text, validuntil, workat, attempts, createdat)
    select waitlist._id, 'seat-offered', waitlist._id, email, 'A seat is free in ' || classname,
      'A seat is free in ' || classname || ', and it is held for you. Pay for it here:

{origin}/student/class/payment/' || classid || '

{school}',
      offeruntil, mailat, 0, waitlist.createdat
    from waitlist join classes on classes._id = classid
    where state = 'offered' and mailat is not null`.execute(db);
  await schema.dropIndex('waitlist_mail').execute();
  await schema.alterTable('waitlist').dropColumn('mailat').execute();
}
