import { PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely';
import { chunksOf, inChunks } from '#server/database/lists/batches.ts';
import { prepared } from '#server/database/prepared.ts';
import { LESSON_ROOM } from '#server/database/rows/lessons.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { asHeld, findEvenings } from './clashes/find-evenings.ts';
import { LESSON_MS_MAX } from './writing/expand-plans.ts';

/**
 * Whether an order holds a seat: its learner is in the class until it is decided; a trial holds none. An index
 * has those alone that hold anything.
 */
const HOLDS_SEAT = sql<SqlBool>`"state" in ('held', 'intent', 'expiring') and orders.lessonid is null`;

/** Who is in a class, or in which one: by an enrolment, or by an order that holds a seat. */
type Membership = { learnerid: string; classid: string };

const memberships = (db: Db, column: 'learnerid' | 'classid', ids: readonly string[]) =>
  db
    .selectFrom('enrolments')
    .select(['learnerid', 'classid'])
    .where(column, 'in', ids)
    .union((all) =>
      all
        .selectFrom('orders')
        .select(['learnerid', sql<string>`classid`.as('classid')])
        .where(column, 'in', ids)
        .where('classid', 'is not', null)
        .where(HOLDS_SEAT),
    );

const membersOfClasses = prepared((db, { ids }: { ids: readonly string[] }) =>
  memberships(db, 'classid', ids),
);
const classesOfMembers = prepared((db, { ids }: { ids: readonly string[] }) =>
  memberships(db, 'learnerid', ids),
);

/** Who is in these classes. */
export const findLearnersIn = (db: Db, classids: readonly string[]): Promise<Membership[]> =>
  inChunks(classids, (ids) => membersOfClasses(db, { ids }));

/** All the classes that these learners are in. */
export const findClassesOf = (db: Db, learnerids: readonly string[]): Promise<Membership[]> =>
  inChunks(learnerids, (ids) => classesOfMembers(db, { ids }));

export const findLessonsById = (db: Db, ids: readonly string[]): Promise<Row<'lessons'>[]> =>
  inChunks(ids, (some) => db.selectFrom('lessons').selectAll().where('_id', 'in', some).execute());

/** When something else is to be held, and where and by whom. */
type Wanted = Pick<Row<'lessons'>, '_id' | 'startsat' | 'endsat' | TakenBy>;
/** What lessons take the time of. */
export type TakenBy = 'roomid' | 'teacherid' | 'classid';
/** A lesson that is held while one that is wanted would be. */
type Pair = { wantedid: string; lessonid: string; classid: string };
type Overlap = Pair & { classname: string; startsat: number; endsat: number; roomid: string | null };
export type Beside = Pair & { learnerid: string };

/**
 * The lessons, but cancelled ones, that are held while others are wanted in the same room, by the same
 * teacher or of the same class.
 */
export const findOverlaps = (db: Db, column: TakenBy, wanted: readonly Wanted[]): Promise<Overlap[]> =>
  findPairs(db, wanted, {
    column,
    like: sql`lessons.${sql.ref(column)} = wanted.at`,
    select: sql`classes.classname, lessons.startsat, lessons.endsat, lessons.roomid`,
    and: sql`classes where classes._id = lessons.classid`,
  });

/**
 * The lessons, but cancelled ones, that are held while others of a class are wanted, of other classes that
 * one of its learners is in too, and who.
 */
export function findBeside(db: Db, classid: string, wanted: readonly Wanted[]): Promise<Beside[]> {
  const members = memberships(db, 'classid', [classid]).as('members');
  const enrolled = eachOf(db, 'enrolments', sql`enrolments.learnerid = members.learnerid`);
  const holding = eachOf(db, 'orders', sql`orders.learnerid = members.learnerid and ${HOLDS_SEAT}`);
  return findPairs(db, wanted, {
    column: 'classid',
    like: sql`lessons.classid <> wanted.at`,
    select: sql`beside.learnerid`,
    and: sql`(select enrolments.learnerid, enrolments.classid from ${members} cross join ${enrolled}
      union select orders.learnerid, orders.classid from ${members} cross join ${holding}) as beside
      where beside.classid = lessons.classid`,
  });
}

const MEMBERS = ['enrolments', 'orders'] as const;

/**
 * One of these other classes that a learner of a class is in too, and of which the payer does not know;
 * undefined where there is none. Its learners are looked at in turn until there is one.
 */
export async function findClassBeside(
  db: Db,
  classid: string,
  others: readonly string[],
): Promise<string | undefined> {
  for (const some of chunksOf(others, AT_ONCE)) {
    const besideIn = (table: (typeof MEMBERS)[number]) =>
      eachOf(
        db,
        table,
        sql`${sql.ref(`${table}.learnerid`)} = mine.learnerid
          and ${sql.ref(`${table}.classid`)} in (${sql.join(some)})
          and ${table === 'orders' ? HOLDS_SEAT : sql`1 = 1`}
          and not exists (select 1 from confirmedclashes as known where known.learnerid = mine.learnerid
            and ((known.classid = ${classid} and known.otherid = ${sql.ref(`${table}.classid`)})
              or (known.otherid = ${classid} and known.classid = ${sql.ref(`${table}.classid`)})))`,
      );
    const mineIn = (table: (typeof MEMBERS)[number]) =>
      db
        .selectFrom(table)
        .select('learnerid')
        .where('classid', '=', classid)
        .$if(table === 'orders', (q) => q.where(HOLDS_SEAT))
        .as('mine');
    const pairs = MEMBERS.flatMap((mine) =>
      MEMBERS.map(
        (table) =>
          sql`select ${sql.ref(`${table}.classid`)} from ${mineIn(mine)} cross join ${besideIn(table)}`,
      ),
    );
    const { rows } = await sql<{ classid: string }>`${sql.join(pairs, sql` union all `)} limit 1`.execute(db);
    if (rows[0]) return rows[0].classid;
  }
  return undefined;
}

/**
 * Behind a `cross join`, the rows of a table for which a condition on what stands before them holds: an index
 * is looked into for each of these. On SQLite cross joins keep their order; PostgreSQL, which cannot tell how
 * few are found, would rather read the whole table, but for an offset.
 */
function eachOf(db: Db, table: 'lessons' | 'enrolments' | 'orders', condition: RawBuilder<unknown>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const name = sql.table(table);
  return isPostgres
    ? sql`lateral (select * from ${name} where ${condition} offset 0) as ${name}`
    : sql`${name} on ${condition}`;
}

/** How many lessons a statement speaks of. */
const AT_ONCE = 500;

type Pairing = {
  /** What of a wanted lesson is `wanted.at`. */
  column: TakenBy;
  /** What else a lesson is like that is held meanwhile. */
  like: RawBuilder<unknown>;
  /** What is told of it, and where that stands. */
  select: RawBuilder<unknown>;
  and: RawBuilder<unknown>;
};

async function findPairs<P extends Pair>(
  db: Db,
  wanted: readonly Wanted[],
  { column, like, select, and }: Pairing,
): Promise<P[]> {
  const lessons = eachOf(
    db,
    'lessons',
    sql`${like} and lessons.state <> 'cancelled' and lessons.startsat > wanted.startsat - ${sql.lit(LESSON_MS_MAX)}
      and lessons.startsat < wanted.endsat and lessons.endsat > wanted.startsat`,
  );
  const found: P[] = [];
  for (const some of chunksOf(wanted, AT_ONCE)) {
    const rows = some.map(
      ({ _id, startsat, endsat, [column]: at }) =>
        sql`(cast(${_id} as text), cast(${startsat} as bigint), cast(${endsat} as bigint), cast(${at} as text))`,
    );
    const { rows: pairs } = await sql<P>`
      with wanted (_id, startsat, endsat, at) as (values ${sql.join(rows)})
      select wanted._id as wantedid, lessons._id as lessonid, lessons.classid, ${select}
      from wanted cross join ${lessons} cross join ${and}`.execute(db);
    found.push(...pairs);
  }
  return found;
}

type Span = { day: string; from: number; to: number };
/** What is held at any moment of such a time: where and by whom. */
export type HeldOn = { day: string } & Pick<
  Row<'lessons'>,
  'classid' | 'startsat' | 'endsat' | 'roomid' | 'teacherid'
>;

/**
 * The lessons of every class, but cancelled ones, and recitals that are held at any moment of a time of each of
 * some days (epoch milliseconds).
 */
export async function findHeldOn(db: Db, spans: readonly Span[]): Promise<HeldOn[]> {
  const lessons = eachOf(
    db,
    'lessons',
    sql`lessons.state <> 'cancelled' and lessons.startsat > spans.since - ${sql.lit(LESSON_MS_MAX)}
      and lessons.startsat < spans.until and lessons.endsat > spans.since`,
  );
  if (spans.length === 0) return [];
  const rows = spans.map(
    ({ day, from, to }) => sql`(cast(${day} as text), cast(${from} as bigint), cast(${to} as bigint))`,
  );
  const { rows: held } = await sql<HeldOn>`
    with spans (day, since, until) as (values ${sql.join(rows)})
    select spans.day, lessons.classid, lessons.startsat, lessons.endsat, lessons.roomid, lessons.teacherid
    from spans cross join ${lessons}`.execute(db);
  const evenings = (await findEvenings(db, reachOf(spans))).map(asHeld);
  return [
    ...held,
    ...spans.flatMap(({ day, from, to }) =>
      evenings.flatMap(({ _id, ...evening }) =>
        evening.startsat < to && evening.endsat > from ? [{ day, ...evening }] : [],
      ),
    ),
  ];
}

/** From the earliest to the latest moment of some times. */
export const reachOf = (spans: readonly { from: number; to: number }[]) => ({
  from: spans.reduce((first, { from }) => Math.min(first, from), Infinity),
  to: spans.reduce((last, { to }) => Math.max(last, to), 0),
});

export async function findClassNames(db: Db, classids: readonly string[]): Promise<Map<string, string>> {
  const rows = await inChunks(classids, (ids) =>
    db.selectFrom('classes').select(['_id', 'classname']).where('_id', 'in', ids).execute(),
  );
  return new Map(rows.map(({ _id, classname }) => [_id, classname]));
}

/** Pairs of classes that meet at the same time, of which the payers of these learners know. */
export const findConfirmed = (db: Db, learnerids: readonly string[]): Promise<Row<'confirmedclashes'>[]> =>
  inChunks(learnerids, (ids) =>
    db.selectFrom('confirmedclashes').selectAll().where('learnerid', 'in', ids).execute(),
  );

/** Notes that the payer of a learner knows of classes that meet while another does. */
export async function insertConfirmed(
  tx: Db,
  {
    learnerid,
    classid,
    others,
    now,
  }: { learnerid: string; classid: string; others: readonly string[]; now: number },
): Promise<void> {
  const pairs = others.map((other) => {
    const [lesser = classid, greater = other] = [classid, other].sort();
    return { learnerid, classid: lesser, otherid: greater, createdat: now };
  });
  await tx
    .insertInto('confirmedclashes')
    .values(pairs)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Lets who pays for a learner be asked about two classes again. */
export async function deleteConfirmed(
  tx: Db,
  { learnerid, classid, otherid }: Pick<Row<'confirmedclashes'>, 'learnerid' | 'classid' | 'otherid'>,
): Promise<void> {
  await tx
    .deleteFrom('confirmedclashes')
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .where('otherid', '=', otherid)
    .execute();
}

export async function deleteConfirmedOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('confirmedclashes').where('learnerid', '=', learnerid).execute();
}

type Joining = { learnerid: string; classid: string; now: number };

const lessonsAtOnce = ({ withSelected }: { withSelected: boolean }) =>
  prepared((db, { learnerid, classid, now }: Joining) =>
    db
      .selectFrom('lessons as mine')
      .innerJoin('lessons as theirs', (on) =>
        on
          .on('theirs.classid', 'in', (of) =>
            of
              .selectFrom(
                memberships(db, 'learnerid', [learnerid])
                  .$if(withSelected, (all) =>
                    all.union(
                      db
                        .selectFrom('selections')
                        .select(['learnerid', 'classid'])
                        .where('learnerid', '=', learnerid)
                        .where('enrolled', '=', 0),
                    ),
                  )
                  .as('beside'),
              )
              .select('beside.classid'),
          )
          .on('theirs.classid', '<>', classid)
          .on('theirs.startsat', '>', sql<number>`mine.startsat - ${sql.lit(LESSON_MS_MAX)}`)
          .onRef('theirs.startsat', '<', 'mine.endsat')
          .onRef('theirs.endsat', '>', 'mine.startsat')
          .on('theirs.state', '<>', 'cancelled'),
      )
      .innerJoin('classes', 'classes._id', 'theirs.classid')
      .select(['mine.day', 'theirs.classid', 'theirs.startsat', 'theirs.endsat', 'classes.classname'])
      .where('mine.classid', '=', classid)
      .where('mine.startsat', '>', now)
      .where('mine.state', '<>', 'cancelled')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('confirmedclashes as known')
              .select('known.createdat')
              .where('known.learnerid', '=', learnerid)
              .where((of) =>
                of.or([
                  of('known.classid', '=', classid).and('known.otherid', '=', of.ref('theirs.classid')),
                  of('known.otherid', '=', classid).and('known.classid', '=', of.ref('theirs.classid')),
                ]),
              ),
          ),
        ),
      )
      .orderBy('mine.startsat')
      .orderBy('theirs.classid'),
  );

/**
 * Lessons to come of a class and those of others that a learner is in at the same time, earliest first;
 * without pairs of which the payer knows.
 */
export const findLessonsAtOnce = lessonsAtOnce({ withSelected: false });

/** The same with the classes that are selected for the learner. */
export const findWishedAtOnce = lessonsAtOnce({ withSelected: true });

/** When a lesson begins that is held, in sums; null of a cancelled one, which is in none. */
const HELD = sql<number | null>`case when lessons.state <> 'cancelled' then startsat end`;
const heldAfter = (now: number) =>
  sql<number | null>`case when lessons.state <> 'cancelled' and startsat > ${now} then startsat end`;

/**
 * What the lessons of classes add up to, cancelled ones and those of days before the first of the present
 * plans left out: a class that is planned anew has a term before it. One without any, cancelled or not, is
 * not in it.
 */
export const sumLessons = prepared((db, { classids, now }: { classids: readonly string[]; now: number }) =>
  db
    .selectFrom('lessons')
    .leftJoin(
      (of) =>
        of
          .selectFrom('plans')
          .select((plan) => ['classid', plan.fn.min('firstday').as('firstday')])
          .where('classid', 'in', classids)
          .groupBy('classid')
          .as('present'),
      (on) => on.onRef('present.classid', '=', 'lessons.classid'),
    )
    .where('lessons.classid', 'in', classids)
    .where('removedat', 'is', null)
    .where((of) => of('planday', '>=', of.fn.coalesce('present.firstday', sql<string>`''`)))
    .groupBy('lessons.classid')
    .select((of) => [
      'lessons.classid',
      of.fn.count<number>(HELD).as('of'),
      of.fn.count<number>(heldAfter(now)).as('left'),
      of.fn.min<number | null>(HELD).as('first'),
      of.fn.max<number | null>(HELD).as('last'),
      of.fn.min<number | null>(heldAfter(now)).as('next'),
    ]),
);

/** The next lesson of each class after a moment, with its room. */
export const nextLessons = prepared((db, { classids, now }: { classids: readonly string[]; now: number }) =>
  db
    .selectFrom('lessons')
    .select(['classid', 'day', 'startsat', 'endsat', LESSON_ROOM.as('room')])
    .where('_id', 'in', (of) =>
      of
        .selectFrom('classes')
        .where('classes._id', 'in', classids)
        .select((one) =>
          one
            .selectFrom('lessons as coming')
            .select('coming._id')
            .whereRef('coming.classid', '=', 'classes._id')
            .where('coming.startsat', '>', now)
            .where('coming.state', '<>', 'cancelled')
            .orderBy('coming.startsat')
            .limit(1)
            .as('lessonid'),
        ),
    ),
);

/** Writes lessons as they are to be, new ones and known ones alike. */
export async function upsertLessons(tx: Db, lessons: readonly Row<'lessons'>[]): Promise<void> {
  for (const some of chunksOf(lessons, AT_ONCE))
    await tx
      .insertInto('lessons')
      .values(some)
      .onConflict((on) =>
        on.column('_id').doUpdateSet((of) => ({
          planid: of.ref('excluded.planid'),
          planday: of.ref('excluded.planday'),
          day: of.ref('excluded.day'),
          startsat: of.ref('excluded.startsat'),
          endsat: of.ref('excluded.endsat'),
          roomid: of.ref('excluded.roomid'),
          teacherid: of.ref('excluded.teacherid'),
          state: of.ref('excluded.state'),
          reason: of.ref('excluded.reason'),
          closureid: of.ref('excluded.closureid'),
          seq: of.ref('excluded.seq'),
          cancelledat: of.ref('excluded.cancelledat'),
          removedat: of.ref('excluded.removedat'),
          changedat: of.ref('excluded.changedat'),
        })),
      )
      .execute();
}

/** Of these rooms those that are in use. */
export const findRooms = (db: Db, ids: readonly string[]): Promise<Row<'rooms'>[]> =>
  inChunks(ids, (some) =>
    db.selectFrom('rooms').selectAll().where('_id', 'in', some).where('retiredat', 'is', null).execute(),
  );

/**
 * The rooms of the lessons of a class that are not over, also where closing days have cancelled them: they
 * are held there again once these go.
 */
export async function findRoomsOf(
  db: Db,
  { classid, now }: { classid: string; now: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('lessons')
    .select('roomid')
    .distinct()
    .where('classid', '=', classid)
    .where('startsat', '>', now - LESSON_MS_MAX)
    .where('endsat', '>', now)
    .where('removedat', 'is', null)
    .where((of) => of.or([of('state', '<>', 'cancelled'), of('closureid', 'is not', null)]))
    .execute();
  return rows.flatMap(({ roomid }) => roomid ?? []);
}

/** Lessons to come that are held when their plan says. */
const plannedToCome = (db: Db, now: number) =>
  db
    .selectFrom('lessons')
    .innerJoin('plans', 'plans._id', 'lessons.planid')
    .where('lessons.startsat', '>', now)
    .where('lessons.state', '=', 'planned');

/** The classes that have any. */
export async function findClassesToCome(db: Db, now: number): Promise<string[]> {
  const rows = await plannedToCome(db, now).select('lessons.classid').execute();
  return [...new Set(rows.map(({ classid }) => classid))];
}

/** All of them, with the times of their plans. */
export const findPlannedToCome = (db: Db, now: number) =>
  plannedToCome(db, now).selectAll('lessons').select(['plans.starttime', 'plans.minutes']).execute();
