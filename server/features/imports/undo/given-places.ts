import { sql } from 'kysely';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';

/** Some of the accounts that pay for places which an import gave, from an id on. */
export type Payers = { importid: string; after: string; limit: number };

/** Accounts that pay for places which an import gave and that stand. */
export async function findPayers(db: Db, { importid, after, limit }: Payers): Promise<string[]> {
  const payers = await db
    .selectFrom('orders')
    .select('userid')
    .distinct()
    .where('importid', '=', importid)
    .where('state', '=', 'enrolled')
    .where('userid', '>', after)
    .orderBy('userid')
    .limit(limit)
    .execute();
  return payers.flatMap(({ userid }) => userid ?? []);
}

type Given = { importid: string; userids: readonly string[] };

/** The places that an import gave these payers and that stand, locked until the transaction ends. */
export async function lockGiven(tx: Db, { importid, userids }: Given) {
  return tx
    .selectFrom('orders')
    .select(['_id', 'classid', 'learnerid'])
    .where('importid', '=', importid)
    .where('userid', 'in', userids)
    .where('state', '=', 'enrolled')
    .orderBy('_id')
    .forNoKeyUpdate('orders')
    .execute();
}

export type GivenPlace = Awaited<ReturnType<typeof findGiven>>[number];

/** The same places with what has happened since they were given: lessons, messages, another term. */
export async function findGiven(db: Db, { importid, userids, now }: Given & { now: number }) {
  if (userids.length === 0) return [];
  return db
    .selectFrom('orders')
    .innerJoin('enrolments', 'enrolments._id', 'orders._id')
    .innerJoin('classes', 'classes._id', 'orders.classid')
    .innerJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .selectAll('orders')
    .select(['classes.classname', 'enrolments.date', 'enrolments.movedat', 'users.email'])
    .select(LEARNER_NAME.as('learnername'))
    .select([
      sql<0 | 1>`case when exists (select 1 from lessons where lessons.classid = orders.classid
        and lessons.state <> 'cancelled' and lessons.startsat > enrolments.date
        and lessons.startsat <= ${now}) then 1 else 0 end`.as('istaught'),
      // Who has not signed in yet asks by the address.
      sql<0 | 1>`case when exists (select 1 from questions where questions.userid = orders.userid
        and questions.createdat >= enrolments.date)
        or exists (select 1 from questions where questions.userid = learners.userid
        and questions.createdat >= enrolments.date)
        or exists (select 1 from questions where questions.email = users.email
        and questions.createdat >= enrolments.date) then 1 else 0 end`.as('hasasked'),
      sql<0 | 1>`case when exists (select 1 from enrolments as later
        inner join classes as copies on copies._id = later.classid
        where later.learnerid = orders.learnerid and copies.copyof = orders.classid) then 1 else 0 end`.as(
        'isrenewed',
      ),
    ])
    .where('orders.importid', '=', importid)
    .where('orders.userid', 'in', userids)
    .where('orders.state', '=', 'enrolled')
    .orderBy('orders._id')
    .execute();
}

/** When each of these accounts was last sent a mail; nothing of one that was sent none. */
export async function findLastMails(
  db: Db,
  userids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (userids.length === 0) return new Map();
  const sent = await db
    .selectFrom('users')
    .innerJoin('mails', 'mails.recipient', 'users.email')
    .select(['users._id', (of) => of.fn.max<number>('mails.sentat').as('sentat')])
    .where('users._id', 'in', userids)
    .where('mails.sentat', 'is not', null)
    .groupBy('users._id')
    .execute();
  return new Map(sent.map(({ _id, sentat }) => [_id, Number(sentat)]));
}
