import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import { containsWords } from '#server/database/lists/contains.ts';
import { type PageQuery, takePage } from '#server/database/lists/pagination.ts';
import { matchedBy, rowsAt } from '#server/database/lists/word-index.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import { ROOM_NAME } from '#server/database/rows/lessons.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type RecitalRow = Row<'recitals'>;
export type PieceRow = Row<'recitalpieces'>;
export type PerformerRow = Row<'recitalperformers'>;
export type ConsentRow = Row<'recitalconsents'>;

const ROOM = sql<string | null>`(select ${ROOM_NAME} from rooms where rooms._id = recitals.roomid)`;

/** Recitals that are not called off, with what their rooms are called. */
const held = (db: Db) =>
  db.selectFrom('recitals').selectAll('recitals').select(ROOM.as('room')).where('deletedat', 'is', null);

export type FoundRecital = RecitalRow & { room: string | null };

export const findRecital = (db: Db, id: string): Promise<FoundRecital | undefined> =>
  held(db).where('recitals._id', '=', id).executeTakeFirst();

/** The same, locked until the transaction ends, and its pieces with it. */
export const lockRecital = (tx: Db, id: string): Promise<RecitalRow | undefined> =>
  tx
    .selectFrom('recitals')
    .selectAll()
    .where('_id', '=', id)
    .where('deletedat', 'is', null)
    .forNoKeyUpdate('recitals')
    .executeTakeFirst();

/** A page of all recitals, the latest day first. */
export const findRecitals = (db: Db, ask: PageQuery) =>
  takePage(held(db), ask, { by: [sql<string>`day`], isDescending: true });

/** Those called off among them, by day. */
const everyRecital = (db: Db) =>
  db.selectFrom('recitals').selectAll('recitals').select(ROOM.as('room')).orderBy('day').orderBy('starttime');

/** Some by their ids, those called off among them, by day. */
export const findRecitalsById = (db: Db, ids: readonly string[]): Promise<FoundRecital[]> =>
  inChunks(ids, (some) => everyRecital(db).where('recitals._id', 'in', some).execute());

/** Those from a day on, those called off among them, by day. */
export const findComing = (db: Db, day: string): Promise<FoundRecital[]> =>
  everyRecital(db).where('day', '>=', day).execute();

/** Recitals that are held on some days, in a room where one is named. */
export const findOnDays = (
  db: Db,
  { firstday, lastday, roomid }: { firstday: string; lastday: string; roomid: string | null },
): Promise<FoundRecital[]> =>
  held(db)
    .where('day', '>=', firstday)
    .where('day', '<=', lastday)
    .$if(roomid !== null, (query) => query.where('roomid', '=', roomid))
    .execute();

export async function insertRecital(
  tx: Db,
  fields: Pick<RecitalRow, 'name' | 'day' | 'starttime' | 'roomid' | 'public' | 'heldminutes'>,
  now: number,
): Promise<string> {
  const _id = newId(now);
  await tx
    .insertInto('recitals')
    .values({
      ...fields,
      _id,
      printedat: null,
      printedas: null,
      deletedat: null,
      createdat: now,
      changedat: now,
    })
    .execute();
  return _id;
}

/** Changes a recital and raises its version; `isTold` where calendars are to tell of it. */
export async function updateRecitalRow(
  tx: Db,
  id: string,
  { isTold = false, ...fields }: Partial<RecitalRow> & { isTold?: boolean },
): Promise<void> {
  await tx
    .updateTable('recitals')
    .set({
      ...fields,
      version: sql<number>`version + 1`,
      ...(isTold && { seq: sql<number>`seq + 1` }),
    })
    .where('_id', '=', id)
    .execute();
}

/** The pieces of recitals, dropped ones among them, in their order. */
export const findPieces = (db: Db, recitalids: readonly string[]): Promise<PieceRow[]> =>
  inChunks(recitalids, (ids) =>
    db
      .selectFrom('recitalpieces')
      .selectAll()
      .where('recitalid', 'in', ids)
      .orderBy('position')
      .orderBy('_id')
      .execute(),
  );

/** Who plays in recitals, those who play no more but were printed among them, in the order of each piece. */
export const findPerformers = (db: Db, recitalids: readonly string[]): Promise<PerformerRow[]> =>
  inChunks(recitalids, (ids) =>
    db
      .selectFrom('recitalperformers')
      .selectAll()
      .where('recitalid', 'in', ids)
      .orderBy('position')
      .orderBy('_id')
      .execute(),
  );

/** Families' answers for recitals, the earlier first. */
export const findConsents = (db: Db, recitalids: readonly string[]): Promise<ConsentRow[]> =>
  inChunks(recitalids, (ids) =>
    db
      .selectFrom('recitalconsents')
      .selectAll()
      .where('recitalid', 'in', ids)
      .orderBy('answeredat')
      .orderBy('_id')
      .execute(),
  );

export async function countPieces(db: Db, recitalids: readonly string[]) {
  const rows = await inChunks(recitalids, (ids) =>
    db
      .selectFrom('recitalpieces')
      .select(['recitalid'])
      .select((of) => of.fn.countAll<number>().as('pieces'))
      .select(sql<number>`sum(minutes + setupminutes)`.as('minutes'))
      .where('recitalid', 'in', ids)
      .where('position', 'is not', null)
      .groupBy('recitalid')
      .execute(),
  );
  return new Map(rows.map((row) => [row.recitalid, row]));
}

/** Writes pieces and who plays them, new ones and known ones, in the place of what stands there of them. */
export async function writePieces(
  tx: Db,
  { pieces, performers }: { pieces: readonly PieceRow[]; performers: readonly PerformerRow[] },
): Promise<void> {
  for (const piece of pieces)
    await tx
      .insertInto('recitalpieces')
      .values(piece)
      .onConflict((on) => on.column('_id').doUpdateSet(piece))
      .execute();
  const ids = pieces.map(({ _id }) => _id);
  if (ids.length === 0) return;
  await tx.deleteFrom('recitalperformers').where('pieceid', 'in', ids).execute();
  if (performers.length > 0)
    await tx
      .insertInto('recitalperformers')
      .values([...performers])
      .execute();
}

export async function deletePieces(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('recitalpieces').where('_id', 'in', ids).execute();
}

/** Notes a family's answer, in the place of what the account has answered after `since`. */
export async function saveConsent(
  tx: Db,
  { since, ...consent }: Omit<ConsentRow, '_id'> & { since: number },
): Promise<void> {
  const { recitalid, learnerid, byid, answeredat } = consent;
  await tx
    .deleteFrom('recitalconsents')
    .where('recitalid', '=', recitalid)
    .where('learnerid', '=', learnerid)
    .where('byid', '=', byid)
    .where('answeredat', '>', since)
    .execute();
  await tx
    .insertInto('recitalconsents')
    .values({ _id: newId(answeredat), ...consent })
    .execute();
}

/**
 * Takes back what an account has answered after a moment; gives each answer with the names of the evening and
 * the learner.
 */
export async function deleteConsentsBy(tx: Db, { userid, since }: { userid: string; since: number }) {
  const answers = await tx
    .selectFrom('recitalconsents')
    .innerJoin('recitals', 'recitals._id', 'recitalconsents.recitalid')
    .innerJoin('learners', 'learners._id', 'recitalconsents.learnerid')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(['recitalconsents._id', 'recitalconsents.answeredat', 'recitals.name as recital'])
    .select(LEARNER_NAME.$notNull().as('learner'))
    .where('byid', '=', userid)
    .where('answeredat', '>', since)
    .execute();
  const ids = answers.map(({ _id }) => _id);
  if (ids.length > 0) await tx.deleteFrom('recitalconsents').where('_id', 'in', ids).execute();
  return answers;
}

/** The recitals in which learners play, accompany or turn pages. */
export async function findTakingPart(db: Db, learnerids: readonly string[]): Promise<string[]> {
  const rows = await inChunks(learnerids, (ids) =>
    db
      .selectFrom('recitalperformers')
      .select('recitalid')
      .where('learnerid', 'in', ids)
      .where('position', 'is not', null)
      .union(db.selectFrom('recitalpieces').select('recitalid').where('accompanistid', 'in', ids))
      .union(db.selectFrom('recitalpieces').select('recitalid').where('turnerid', 'in', ids))
      .execute(),
  );
  return [...new Set(rows.map(({ recitalid }) => recitalid))];
}

/** Who plays, accompanies or turns pages in recitals: a row a recital and learner, and for some several. */
export const findCastOf = (db: Db, recitalids: readonly string[]) =>
  inChunks(recitalids, async (ids) => {
    const performers = await db
      .selectFrom('recitalperformers')
      .select(['recitalid', 'learnerid'])
      .where('recitalid', 'in', ids)
      .where('position', 'is not', null)
      .execute();
    const pieces = await db
      .selectFrom('recitalpieces')
      .select(['recitalid', 'accompanistid', 'turnerid'])
      .where('recitalid', 'in', ids)
      .execute();
    const helpers = pieces.flatMap(({ recitalid, accompanistid, turnerid }) =>
      [accompanistid, turnerid].flatMap((learnerid) => (learnerid === null ? [] : { recitalid, learnerid })),
    );
    return [...performers, ...helpers];
  });

/** Those of some learners who have a place in a class that an account teaches. */
export async function findStudentsAmong(
  db: Db,
  { teacherid, learnerids }: { teacherid: string; learnerids: readonly string[] },
): Promise<string[]> {
  const rows = await inChunks(learnerids, (ids) =>
    db
      .selectFrom('enrolments')
      .innerJoin('classes', 'classes._id', 'enrolments.classid')
      .select('enrolments.learnerid')
      .distinct()
      .where('enrolments.learnerid', 'in', ids)
      .where('classes.instructorid', '=', teacherid)
      .where('classes.deletedat', 'is', null)
      .execute(),
  );
  return rows.map(({ learnerid }) => learnerid);
}

/** The learners who have a place in a class that an account teaches. */
export async function findStudentsOf(db: Db, teacherid: string): Promise<string[]> {
  const places = await findPlacesWith(db, teacherid);
  return [...new Set(places.map(({ learnerid }) => learnerid))];
}

/** Places in the classes that an account teaches: all of them, or `most` of some classes at a time. */
async function findPlacesWith(db: Db, teacherid: string, most?: number): Promise<{ learnerid: string }[]> {
  const classes = await db
    .selectFrom('classes')
    .select('_id')
    .where('instructorid', '=', teacherid)
    .where('deletedat', 'is', null)
    .execute();
  return inChunks(
    classes.map(({ _id }) => _id),
    (ids) =>
      db
        .selectFrom('enrolments')
        .select('learnerid')
        .where('classid', 'in', ids)
        .$if(most !== undefined, (some) => some.limit(most ?? 0))
        .execute(),
  );
}

/** Of a teacher with more places an index finds the names. */
const FEW_PLACES = 2000;

/**
 * Learners who have a place in a class that an account teaches. Where these places are more than `few`, only
 * those in whose names all words of `q` occur, `limit` of them at most: those that are found first.
 */
export async function findStudentsCalled(
  db: Db,
  { teacherid, q, limit, few = FEW_PLACES }: { teacherid: string; q: string; limit: number; few?: number },
): Promise<{ learnerid: string; name: string }[]> {
  const places = await findPlacesWith(db, teacherid, few + 1);
  const ids =
    places.length > few
      ? await findAmongMany(db, { teacherid, q, limit })
      : places.map(({ learnerid }) => learnerid);
  const people = await findPeople(db, ids);
  return [...people.values()].map(({ _id, name }) => ({ learnerid: _id, name }));
}

/** For `exists`, PostgreSQL may read every place instead. */
const isTaughtBy = (teacherid: string) => sql<boolean>`(select count(*) from enrolments
  inner join classes on classes._id = enrolments.classid
  where enrolments.learnerid = learners._id and classes.instructorid = ${teacherid}
  and classes.deletedat is null) > 0`;

/** A learner without a name of its own is called as the account is. */
const HAS_NO_NAME = sql<boolean>`trim(coalesce(learners.firstname, '') || coalesce(learners.lastname, '')) = ''`;

type Called = { teacherid: string; q: string; limit: number };

async function findAmongMany(db: Db, { teacherid, q, limit }: Called): Promise<string[]> {
  const columns = ['firstname', 'lastname'];
  const matched = matchedBy(db, 'learners', { columns, q });
  const learners = matched
    ? rowsAt(db, 'learners', matched.hits).where(matched.and)
    : db
        .selectFrom('learners')
        .where(containsWords(columns, q))
        .$if(!q.trim(), (all) => all.orderBy('learners._id'));
  const called = await learners
    .select('learners._id')
    .where('learners.leftat', 'is', null)
    .where(isTaughtBy(teacherid))
    .limit(limit)
    .execute();
  const named = q.trim() ? await findAmongAccounts(db, { teacherid, q, limit }) : [];
  return [...called, ...named].map(({ _id }) => _id);
}

/** Those who are called as their accounts are. */
async function findAmongAccounts(db: Db, { teacherid, q, limit }: Called): Promise<{ _id: string }[]> {
  const matched = matchedBy(db, 'users', { columns: ['name'], q });
  const users = matched
    ? rowsAt(db, 'users', matched.hits).where(matched.and)
    : db.selectFrom('users').where(containsWords(['name'], q));
  const accounts = await users
    .select('users._id')
    .where(
      sql<boolean>`(select count(*) from learners where learners.userid = users._id
        and learners.leftat is null and ${HAS_NO_NAME} and ${isTaughtBy(teacherid)}) > 0`,
    )
    .limit(limit)
    .execute();
  return inChunks(
    accounts.map(({ _id }) => _id),
    (ids) =>
      db
        .selectFrom('learners')
        .select('_id')
        .where('userid', 'in', ids)
        .where(HAS_NO_NAME)
        .where(isTaughtBy(teacherid))
        .execute(),
  );
}

/** Who teaches a class in which one of these learners has a place. */
export async function findTeachersOf(db: Db, learnerids: readonly string[]): Promise<string[]> {
  const rows = await inChunks(learnerids, (ids) =>
    db
      .selectFrom('enrolments')
      .innerJoin('classes', 'classes._id', 'enrolments.classid')
      .select('classes.instructorid')
      .distinct()
      .where('enrolments.learnerid', 'in', ids)
      .where('classes.deletedat', 'is', null)
      .execute(),
  );
  return rows.flatMap(({ instructorid }) => instructorid ?? []);
}

/** Learners, what they are called, and the role of their account. */
export async function findPeople(db: Db, ids: readonly string[]) {
  const rows = await inChunks([...new Set(ids)], (some) =>
    db
      .selectFrom('learners')
      .innerJoin('users', 'users._id', 'learners.userid')
      .select(['learners._id', 'learners.firstname', 'learners.lastname', 'learners.born', 'learners.self'])
      .select(['users._id as userid', 'users.role', LEARNER_NAME.$notNull().as('name')])
      .where('learners._id', 'in', some)
      .where('learners.leftat', 'is', null)
      .execute(),
  );
  return new Map(rows.map((row) => [row._id, row]));
}

export type PersonRow = Awaited<ReturnType<typeof findPeople>> extends Map<string, infer P> ? P : never;

/** All who teach, by the learner that the account is itself. */
export const findTeachers = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('learners', 'learners.userid', 'users._id')
    .select(['learners._id as learnerid', 'users.name'])
    .where('users.role', '=', 'instructor')
    .where('learners.self', '=', 1)
    .orderBy(sql`lower(users.name)`)
    .execute();

/** What the teacher of each learner is called: of the class in which the learner has a place since last. */
export async function findTeacherNames(db: Db, learnerids: readonly string[]): Promise<Map<string, string>> {
  const rows = await inChunks([...new Set(learnerids)], (ids) =>
    db
      .selectFrom('enrolments')
      .innerJoin('classes', 'classes._id', 'enrolments.classid')
      .innerJoin('users', 'users._id', 'classes.instructorid')
      .select(['enrolments.learnerid', 'users.name', 'enrolments.date'])
      .where('enrolments.learnerid', 'in', ids)
      .where('classes.deletedat', 'is', null)
      .orderBy('enrolments.date')
      .execute(),
  );
  return new Map(rows.map(({ learnerid, name }) => [learnerid, name]));
}

/** What of a recital names a learner who leaves: gone, with pieces that no other learner plays. */
export async function eraseLearner(tx: Db, learnerid: string): Promise<void> {
  const played = await tx
    .deleteFrom('recitalperformers')
    .where('learnerid', '=', learnerid)
    .returning(['pieceid', 'recitalid'])
    .execute();
  const pieceids = played.map(({ pieceid }) => pieceid);
  if (pieceids.length > 0) {
    const left = tx
      .selectFrom('recitalperformers')
      .select('pieceid')
      .where('position', 'is not', null)
      .where('pieceid', 'in', pieceids);
    const alone = await tx
      .selectFrom('recitalpieces')
      .select(['_id', 'printednumber'])
      .where('_id', 'in', pieceids)
      .where('_id', 'not in', left)
      .execute();
    await deletePieces(
      tx,
      alone.flatMap(({ _id, printednumber }) => (printednumber === null ? [_id] : [])),
    );
    const printed = alone.flatMap(({ _id, printednumber }) => (printednumber === null ? [] : [_id]));
    if (printed.length > 0)
      await tx.updateTable('recitalpieces').set({ position: null }).where('_id', 'in', printed).execute();
  }
  const ids = new Set(played.map(({ recitalid }) => recitalid));
  for (const column of ['accompanistid', 'turnerid'] as const) {
    const helped = await tx
      .updateTable('recitalpieces')
      .set({ [column]: null })
      .where(column, '=', learnerid)
      .returning('recitalid')
      .execute();
    for (const { recitalid } of helped) ids.add(recitalid);
  }
  await tx.deleteFrom('recitalconsents').where('learnerid', '=', learnerid).execute();
  for (const id of ids) await updateRecitalRow(tx, id, {});
}
