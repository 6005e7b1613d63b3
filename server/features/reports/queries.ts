import { sql } from 'kysely';
import type { Role } from '#contract/endpoint.ts';
import { formerStudent } from '#contract/former.ts';
import { t } from '#languages/t.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import { LEARNER_NAME, PLACE_BEGINS } from '#server/database/rows/learners.ts';
import { momentsAround } from '#server/database/rows/lessons.ts';
import type { Span } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { LOOKED_UP } from '#server/features/classes/index.ts';

/** The pending classes that wait longest, and how many wait in all. */
export async function findWaiting(db: Db, limit: number) {
  const pending = db.selectFrom('classes').where('status', '=', 'pending').where('deletedat', 'is', null);
  const classes = await pending.selectAll('classes').select(LOOKED_UP).orderBy('_id').limit(limit).execute();
  const { count } = await pending
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Number(count), classes };
}

/**
 * Approved classes with the fewest or the most free places, of which lessons are still to come or not planned.
 * The end of an index tells that for each class: for `exists`, PostgreSQL may read every lesson instead.
 */
export async function findFree(
  db: Db,
  { order, limit, now }: { order: 'asc' | 'desc'; limit: number; now: number },
) {
  return db
    .selectFrom('classes')
    .selectAll('classes')
    .select(LOOKED_UP)
    .where('status', '=', 'approved')
    .where('deletedat', 'is', null)
    .where('availableseat', '>', 0)
    .where(({ or, eb, selectFrom }) => {
      const last = selectFrom('lessons')
        .select(({ fn }) => fn.max('startsat').as('startsat'))
        .whereRef('lessons.classid', '=', 'classes._id');
      return or([eb(last, '>', now), eb(last, 'is', null)]);
    })
    .orderBy('availableseat', order)
    .orderBy('_id', order)
    .limit(limit)
    .execute();
}

/** Who has a place in these classes, by name, and since when it is theirs. */
export async function findEnrolled(db: Db, classids: readonly string[]) {
  const enrolled = await inChunks(classids, (some) =>
    db
      .selectFrom('enrolments')
      .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
      .leftJoin('users', 'users._id', 'learners.userid')
      .select(['enrolments.classid', 'enrolments.learnerid', 'users._id as familyid'])
      .select([PLACE_BEGINS.as('begins'), LEARNER_NAME.as('name')])
      .where('enrolments.classid', 'in', some)
      .execute(),
  );
  return byName(enrolled);
}

/**
 * Whether a guest has come to have a place in the class of the lesson, before it. For `exists`, PostgreSQL may read
 * every lesson instead.
 */
const HAS_PLACE = sql<boolean>`(select count(*) from lessons as held
  inner join enrolments on enrolments.classid = held.classid
  where held._id = guests.lessonid and enrolments.learnerid = guests.learnerid
  and ${PLACE_BEGINS} <= held.startsat) > 0`;

/** Who comes to these lessons as a guest, by name; who has come to have a place is none any more. */
export async function findGuests(db: Db, lessonids: readonly string[]) {
  const guests = await inChunks(lessonids, (some) =>
    db
      .selectFrom('guests')
      .innerJoin('learners', 'learners._id', 'guests.learnerid')
      .leftJoin('users', 'users._id', 'learners.userid')
      .select(['guests.lessonid', 'guests.learnerid', 'guests.kind', 'users._id as familyid'])
      .select(LEARNER_NAME.as('name'))
      .where('guests.lessonid', 'in', some)
      .where(({ not }) => not(HAS_PLACE))
      .execute(),
  );
  return byName(guests);
}

/** How many have a place at each of these lessons, by its id. */
export async function countEnrolled(db: Db, lessonids: readonly string[]): Promise<Map<string, number>> {
  const counted = await inChunks(lessonids, (some) =>
    db
      .selectFrom('lessons')
      .select('lessons._id')
      .select(({ selectFrom, fn }) =>
        selectFrom('enrolments')
          .select(fn.countAll<number>().as('count'))
          .whereRef('enrolments.classid', '=', 'lessons.classid')
          .whereRef(PLACE_BEGINS, '<=', 'lessons.startsat')
          .as('count'),
      )
      .where('lessons._id', 'in', some)
      .execute(),
  );
  return new Map(counted.map(({ _id, count }) => [_id, Number(count)]));
}

const byName = <One extends { name: string | null }>(found: readonly One[]) =>
  found
    .map(({ name, ...one }) => ({ ...one, learnername: name ?? formerStudent() }))
    .sort((one, other) => one.learnername.localeCompare(other.learnername));

type Held = { _id: string; classid: string; startsat: number };

/** Of whom, with a place, it was said that they cannot come to these lessons, by name. */
export async function findAbsent(db: Db, lessons: readonly Held[]) {
  const held = new Map(lessons.map((lesson) => [lesson._id, lesson]));
  const absent = await inChunks([...held.keys()], (some) =>
    db
      .selectFrom('absences')
      .innerJoin('learners', 'learners._id', 'absences.learnerid')
      .leftJoin('users', 'users._id', 'learners.userid')
      .select(['absences.lessonid', 'absences.learnerid', 'users._id as familyid'])
      .select(LEARNER_NAME.as('name'))
      .where('absences.lessonid', 'in', some)
      .execute(),
  );
  const learnerids = [...new Set(absent.map(({ learnerid }) => learnerid))];
  const places = await inChunks(learnerids, (some) =>
    db
      .selectFrom('enrolments')
      .select(['learnerid', 'classid', PLACE_BEGINS.as('begins')])
      .where('learnerid', 'in', some)
      .execute(),
  );
  const begun = new Map(places.map(({ learnerid, classid, begins }) => [`${learnerid} ${classid}`, begins]));
  return byName(
    absent.filter(({ lessonid, learnerid }) => {
      const lesson = held.get(lessonid);
      const begins = begun.get(`${learnerid} ${lesson?.classid}`);
      return lesson !== undefined && begins !== undefined && begins <= lesson.startsat;
    }),
  );
}

type Day = { day: string; now: number };

/** The lessons of a day that are told: none that was taken out of its class's plan. */
const lessonsOf = (db: Db, day: string) => {
  const { since, until } = momentsAround({ from: day, to: day });
  return db
    .selectFrom('lessons')
    .where('lessons.startsat', '>=', since)
    .where('lessons.startsat', '<', until)
    .where('lessons.day', '=', day)
    .where('lessons.removedat', 'is', null);
};

/** When each lesson of a day is and of which class, cancelled ones too, in the order of lists. */
export const findDay = (db: Db, day: string) =>
  lessonsOf(db, day)
    .select(['lessons._id', 'lessons.classid', 'lessons.startsat', 'lessons.endsat', 'lessons.state'])
    .orderBy('lessons.startsat')
    .orderBy('lessons._id')
    .execute();

/** Lessons of a day that have not begun at a moment, of classes that take guests: of a series, or to be tried. */
export async function findTakingGuests(db: Db, { day, now }: Day): Promise<string[]> {
  const found = await lessonsOf(db, day)
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select('lessons._id')
    .where('lessons.startsat', '>', now)
    .where('lessons.state', '<>', 'cancelled')
    .where(({ or, eb }) =>
      or([eb('classes.series', 'is not', null), eb('classes.trialprice', 'is not', null)]),
    )
    .execute();
  return found.map(({ _id }) => _id);
}

/** Approved classes that were changed since. */
export async function countChanged(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('classes')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('changedat', 'is not', null)
    .where('deletedat', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Seats of the approved classes. */
export async function sumSeats(db: Db) {
  const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
  const sums = await db
    .selectFrom('classes')
    .select([
      sum('enrolledstudents').as('sold'),
      sum('heldseats').as('held'),
      sum('availableseat').as('free'),
    ])
    .where('status', '=', 'approved')
    .where('deletedat', 'is', null)
    // True of every class: SQLite would take a shorter index, and read each class for what that one has not.
    .where('createdat', '>=', 0)
    .executeTakeFirstOrThrow();
  return { sold: Number(sums.sold), held: Number(sums.held), free: Number(sums.free) };
}

/** How many people have each role. */
export async function countRoles(db: Db): Promise<Record<Role, number>> {
  const counts = { admin: 0, office: 0, instructor: 0, student: 0 };
  for (const { role, count } of await db.selectFrom('rolecounts').selectAll().execute()) counts[role] = count;
  return counts;
}

type Batch = { after: string; limit: number };

export async function findUserBatch(db: Db, { after, limit }: Batch) {
  return db
    .selectFrom('users')
    .select(['_id', 'name', 'email', 'role', 'createdat'])
    .where('_id', '>', after)
    .orderBy('_id')
    .limit(limit)
    .execute();
}

export async function findClassBatch(db: Db, { after, limit }: Batch) {
  return db
    .selectFrom('classes')
    .selectAll('classes')
    .select(LOOKED_UP)
    .where('deletedat', 'is', null)
    .where('_id', '>', after)
    .orderBy('_id')
    .limit(limit)
    .execute();
}

/**
 * What moved, with who paid and what for: where it moved for several orders that were paid together, with all
 * their classes.
 */
export async function findPaymentBatch(db: Db, { after, limit, span }: Batch & { span?: Span }) {
  const moved = await db
    .selectFrom('ledger')
    .leftJoin('orders', 'orders._id', 'ledger.orderid')
    .leftJoin('classes', 'classes._id', 'orders.classid')
    .leftJoin('users', (join) =>
      join.on((of) => of('users._id', '=', of.fn.coalesce('orders.userid', 'ledger.userid'))),
    )
    .select(['ledger._id', 'ledger.createdat', 'ledger.kind', 'ledger.amount', 'ledger.ref'])
    .select(['ledger.orderid', 'ledger.checkoutid', 'ledger.userid', 'ledger.day', ...PAID])
    .where('ledger._id', '>', after)
    .$if(span !== undefined, (query) =>
      query.where('ledger.createdat', '>=', span?.from ?? 0).where('ledger.createdat', '<', span?.to ?? 0),
    )
    .orderBy('ledger._id')
    .limit(limit)
    .execute();
  const shared = moved.flatMap(({ orderid, checkoutid }) => (orderid === null ? (checkoutid ?? []) : []));
  const currency = await currencyOf(db);
  const together = await findPaidTogether(db, [...new Set(shared)]);
  return moved.map(({ orderid, checkoutid, ...movement }) => {
    const isShared = orderid === null && checkoutid !== null;
    const orders = isShared ? (together.get(checkoutid) ?? []) : [movement];
    const [first] = orders;
    const classes = new Set(orders.flatMap(classOf));
    return {
      ...movement,
      payer: first?.payer ?? null,
      receipts: orders.flatMap(({ paidorder, receiptday }) =>
        paidorder && receiptday ? [{ id: paidorder, day: receiptday }] : [],
      ),
      currency: first?.currency ?? currency,
      intentid: first?.intentid ?? null,
      email: first?.email ?? null,
      classname: [...classes].sort().join(', ') || null,
    };
  });
}

/** What an order is for; of a trial lesson that says so. */
const classOf = ({ classname, lessonid }: { classname: string | null; lessonid: string | null }): string[] =>
  classname === null ? [] : [lessonid === null ? classname : t('trials.of_class', { class: classname })];

/** What is told of the order that something moved for. */
const PAID = [
  'orders._id as paidorder',
  'orders.receiptday',
  'orders.currency',
  'orders.intentid',
  'orders.reason',
  'orders.lessonid',
  'classes.classname',
  'users.email',
  'users.name as payer',
] as const;

/** What sums are in that moved for no single place. */
const currencyOf = async (db: Db) =>
  (await db.selectFrom('school').select('currency').executeTakeFirst())?.currency ?? '';

/** The same of every order of these checkouts. */
async function findPaidTogether(db: Db, checkoutids: readonly string[]) {
  if (checkoutids.length === 0) return new Map<string | null, never[]>();
  const orders = await db
    .selectFrom('orders')
    .leftJoin('classes', 'classes._id', 'orders.classid')
    .leftJoin('users', 'users._id', 'orders.userid')
    .select(['orders.checkoutid', ...PAID])
    .where('orders.checkoutid', 'in', checkoutids)
    .execute();
  return Map.groupBy(orders, ({ checkoutid }) => checkoutid);
}
