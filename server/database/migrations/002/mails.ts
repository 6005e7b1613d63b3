import { type Kysely, sql } from 'kysely';
import type { Before } from './before.ts';

/**
 * The outbox: letters, which become text and HTML when they are sent, so that the school's name and address
 * are those of that moment. Offers of the waiting list whose mail was not yet sent get it from there; to be
 * called while the waiting list has addresses.
 */
export async function makeOutbox(db: Kysely<Before>) {
  const { schema } = db;
  await schema
    .createTable('mails')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('ref', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('validuntil', 'bigint')
    .addColumn('workat', 'bigint')
    .addColumn('sentat', 'bigint')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('lasterror', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('lease', 'text')
    .addColumn('letter', 'text')
    .addColumn('retriedat', 'bigint')
    .addUniqueConstraint('mails_once', ['kind', 'ref', 'recipient'])
    .addCheckConstraint('mails_sent', sql`sentat is null or workat is null`)
    .execute();
  for (const [name, column] of [
    ['mails_work', 'workat'],
    ['mails_recipient', 'recipient'],
    ['mails_age', 'createdat'],
  ] as const)
    await schema.createIndex(name).on('mails').column(column).execute();
  // What could not be sent.
  await schema
    .createIndex('mails_failed')
    .on('mails')
    .column('_id')
    .where(sql.ref('lasterror'), 'is not', null)
    .execute();
  await writeOffers(db);
}

type Offer = {
  _id: string;
  email: string;
  classid: string;
  classname: string;
  offeruntil: number;
  mailat: number;
  createdat: number;
};

async function writeOffers(db: Kysely<Before>) {
  const offers = await sql<Offer>`
    select waitlist._id, email, classid, classname, offeruntil, mailat, waitlist.createdat
    from waitlist join classes on classes._id = classid
    where state = 'offered' and mailat is not null`.execute(db);
  for (const { _id, email, classid, classname, offeruntil, mailat, createdat } of offers.rows) {
    const subject = `A seat is free in ${classname}`;
    const paragraphs = [
      `${subject}, and it is held for you. Pay for it here:`,
      { path: `/student/class/payment/${classid}` },
    ];
    const letter = JSON.stringify({ reader: 'address', paragraphs, opensAccount: true });
    await db
      .insertInto('mails')
      .values({
        _id,
        kind: 'seat-offered',
        ref: _id,
        recipient: email,
        subject,
        letter,
        validuntil: offeruntil,
        workat: mailat,
        attempts: 0,
        createdat,
      })
      .execute();
  }
}
