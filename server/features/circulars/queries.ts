import { sql } from 'kysely';
import { type MailState, RECIPIENTS_PER_PAGE } from '#contract/circulars/calls.ts';
import { newId } from '#server/database/ids.ts';
import { chunksOf, inChunks } from '#server/database/lists/batches.ts';
import { NEWEST_FIRST, type Order, type PageQuery, takePage } from '#server/database/lists/pagination.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';

export type CircularRow = Row<'circulars'>;

/** The kind of its mails, whose `ref` is the circular. */
export const KIND = 'circular';

/** A learner, and an account that gets mail about them. */
type Looking = { learnerid: string; userid: string };

/** Who gets mail about those who have a place in these classes, each once. */
export async function findLookers(db: Db, classids: readonly string[]): Promise<Looking[]> {
  const placed = await inChunks(classids, (ids) =>
    db.selectFrom('enrolments').select('learnerid').distinct().where('classid', 'in', ids).execute(),
  );
  return inChunks(
    placed.map(({ learnerid }) => learnerid),
    (ids) =>
      db
        .selectFrom('learners')
        .where('_id', 'in', ids)
        .where('userid', 'is not', null)
        .select(['_id as learnerid', 'userid'])
        .union(
          db
            .selectFrom('guardians')
            .where('learnerid', 'in', ids)
            .where('getsmail', '=', 1)
            .select(['learnerid', 'userid']),
        )
        .$narrowType<Looking>()
        .execute(),
  );
}

/** The classes that meet in a term, once for each of their plans. */
export async function findClassesOfTerm(
  db: Db,
  { firstday, lastday }: Pick<Row<'terms'>, 'firstday' | 'lastday'>,
): Promise<string[]> {
  const classes = await db
    .selectFrom('plans')
    .select('classid')
    .where('firstday', '<=', lastday)
    .where('lastday', '>=', firstday)
    .execute();
  return classes.map(({ classid }) => classid);
}

/** What an account has sent from a moment on, the newest first. */
export const findSentBy = (db: Db, byid: string, since: number): Promise<CircularRow[]> =>
  db
    .selectFrom('circulars')
    .selectAll()
    .where('byid', '=', byid)
    .where('createdat', '>', since)
    .orderBy('createdat', 'desc')
    .execute();

/** What an account has sent under a key, however long ago. */
export const findByKey = (
  db: Db,
  { byid, key }: { byid: string; key: string },
): Promise<CircularRow | undefined> =>
  db.selectFrom('circulars').selectAll().where('byid', '=', byid).where('key', '=', key).executeTakeFirst();

export async function insertCircular(tx: Db, circular: CircularRow): Promise<void> {
  await tx.insertInto('circulars').values(circular).execute();
}

const ROWS_AT_ONCE = 200;

export async function insertRecipients(
  tx: Db,
  recipients: readonly Omit<NewRow<'circularrecipients'>, '_id'>[],
): Promise<void> {
  for (const some of chunksOf(recipients, ROWS_AT_ONCE))
    await tx
      .insertInto('circularrecipients')
      .values(some.map((one) => ({ ...one, _id: newId(one.createdat) })))
      .execute();
}

/** Those of one without an address, as the answer names them. */
export const findUnreached = (db: Db, circularid: string) =>
  db
    .selectFrom('circularrecipients')
    .innerJoin('users', 'users._id', 'circularrecipients.userid')
    .select(['users._id as userid', 'users.name', 'users.phone'])
    .where('circularid', '=', circularid)
    .where('mailid', 'is', null)
    .orderBy('users.name')
    .orderBy('users._id')
    .execute();

const withSender = (db: Db) =>
  db
    .selectFrom('circulars')
    .select(['_id', 'aim', 'aimid', 'aimname', 'subject', 'text', 'families', 'unreached', 'createdat'])
    .select(sql<string | null>`(select users.name from users where users._id = circulars.byid)`.as('sentby'));

type Listed = Awaited<ReturnType<typeof findCircular>>;

/** A page of them, the newest first, each with how many mails wait or were given up. */
export async function browseCirculars(db: Db, ask: PageQuery) {
  const page = await takePage(withSender(db), ask, NEWEST_FIRST);
  return { ...page, items: await withMails(db, page.items) };
}

/** One of them, without its mails. */
export const findCircular = (db: Db, id: string) => withSender(db).where('_id', '=', id).executeTakeFirst();

/** With how many of the mails of each wait, and were given up. */
export async function withMails<C extends NonNullable<Listed>>(db: Db, circulars: readonly C[]) {
  const ids = circulars.map(({ _id }) => _id);
  const unsent = await inChunks(ids, (some) =>
    db
      .selectFrom('mails')
      .select(['ref', sql<number>`case when workat is null then 1 else 0 end`.as('isgivenup')])
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('kind', '=', KIND)
      .where('ref', 'in', some)
      .where('sentat', 'is', null)
      .groupBy(['ref', 'isgivenup'])
      .execute(),
  );
  const countOf = (id: string, isGivenUp: boolean) =>
    Number(unsent.find(({ ref, isgivenup }) => ref === id && (isgivenup === 1) === isGivenUp)?.count ?? 0);
  return circulars.map((one) => ({
    ...one,
    waiting: countOf(one._id, false),
    failed: countOf(one._id, true),
  }));
}

const BY_NAME: Order = {
  by: [sql.ref<number>('hasmail'), sql.ref<string>('lowername')],
  isDescending: false,
};

/** A page of whom one was for: those without an address first, then by name. */
export async function browseRecipients(db: Db, circularid: string, ask: PageQuery) {
  const recipients = db
    .selectFrom((from) =>
      from
        .selectFrom('circularrecipients')
        .innerJoin('users', 'users._id', 'circularrecipients.userid')
        .leftJoin('mails', 'mails._id', 'circularrecipients.mailid')
        .select(['circularrecipients._id', 'circularrecipients.userid', 'circularrecipients.mailid'])
        .select(['users.name', 'users.email', 'users.phone'])
        .select(['mails._id as kept', 'mails.sentat', 'mails.workat'])
        .select(sql<number>`case when mailid is null then 0 else 1 end`.as('hasmail'))
        .select(sql<string>`lower(users.name)`.as('lowername'))
        .where('circularrecipients.circularid', '=', circularid)
        .as('told'),
    )
    .selectAll();
  const { items, previous, next } = await takePage(recipients, ask, BY_NAME, RECIPIENTS_PER_PAGE);
  return {
    previous,
    next,
    recipients: items.map(({ _id, userid, name, email, phone, sentat, ...mail }) => {
      const state = stateOf({ ...mail, sentat });
      return { _id, userid, name, email, phone: state === 'unreached' ? phone : null, state, sentat };
    }),
  };
}

type MailOf = { mailid: string | null; kept: string | null; sentat: number | null; workat: number | null };

function stateOf({ mailid, kept, sentat, workat }: MailOf): MailState {
  if (mailid === null) return 'unreached';
  if (kept === null) return 'ended';
  if (sentat !== null) return 'sent';
  return workat === null ? 'failed' : 'waiting';
}

/** What an account has sent of which mails have not gone out yet. */
export const findUnsentOf = (db: Db, byid: string): Promise<CircularRow[]> =>
  db
    .selectFrom('circulars')
    .selectAll()
    .where('byid', '=', byid)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('mails')
          .select('mails._id')
          .where('mails.kind', '=', KIND)
          .whereRef('mails.ref', '=', 'circulars._id')
          .where('mails.sentat', 'is', null),
      ),
    )
    .orderBy('_id')
    .execute();

export async function forgetSender(tx: Db, byid: string): Promise<void> {
  await tx.updateTable('circulars').set({ byid: null }).where('byid', '=', byid).execute();
}

export async function deleteRecipient(tx: Db, userid: string): Promise<void> {
  await tx.deleteFrom('circularrecipients').where('userid', '=', userid).execute();
}

/** Deletes who got what before a moment, and what was sent before another. */
export async function deleteOld(
  db: Db,
  { recipientsBefore, circularsBefore }: { recipientsBefore: number; circularsBefore: number },
): Promise<void> {
  await db.deleteFrom('circularrecipients').where('createdat', '<', recipientsBefore).execute();
  await db.deleteFrom('circulars').where('createdat', '<', circularsBefore).execute();
}
