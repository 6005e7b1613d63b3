import type { Kysely } from 'kysely';
import type { Database, Db, Row } from '#server/database/schema.ts';
import { accountOf, insertAccounts, type Students } from '#server/database/seed/accounts.ts';
import { confirmedClashes, noteClasses } from '#server/database/seed/clashes.ts';
import { insertEnrolments, type SeedPayments } from '#server/database/seed/enrolments.ts';
import { historyOf } from '#server/database/seed/history.ts';
import { insertAll } from '#server/database/seed/insert-all.ts';
import { ADMIN, INSTRUCTORS } from '#server/database/seed/people.ts';
import type { Plan } from '#server/database/seed/plan-enrolments.ts';
import { randomNumbers } from '#server/database/seed/random.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { type ExpandPlans, lessonRow } from '#server/database/seed/timetable.ts';
import { transact } from '#server/database/transact.ts';
import { growRecitals } from './grow-evenings.ts';
import { growInvoices, type PrintInvoice } from './grow-invoices.ts';
import { growLetters } from './grow-letters.ts';
import { growPosts } from './grow-posts.ts';
import { growRegisters } from './grow-registers.ts';
import { growRooms, growthPlan } from './grow-timetable.ts';
import { growWishes } from './grow-wishes.ts';
import type { GrownPerson } from './grown-people.ts';
import { growthClass, growthPerson, planRoster, planRosters, spanOf } from './plan-growth.ts';
import type { SchoolSize } from './sizes.ts';

const SEED = 8;
const PEOPLE_AT_ONCE = 5000;
const ENROLMENTS_AT_ONCE = 4000;
const ATTENTION = 60;
/** A post for so many people, and a wish. */
const PEOPLE_A_POST = 33;
const PEOPLE_A_WISH = 40;

type Growth = {
  db: Kysely<Database>;
  /** Epoch milliseconds. */
  now: number;
  payments: SeedPayments;
  size: SchoolSize;
  expandPlans: ExpandPlans;
  printInvoice: PrintInvoice;
  /** Is told how far it is, by a sentence. */
  report: (sentence: string) => void;
};

/**
 * Makes a school of the size asked for out of the demo school: for measuring, never for real. The same size
 * at the same moment gives the same school but for its ids. It comes in transactions of some thousand rows,
 * each of which leaves records that add up.
 */
export async function growSchool({
  db,
  now,
  payments,
  size,
  expandPlans,
  printInvoice,
  report,
}: Growth): Promise<void> {
  const random = randomNumbers(SEED);
  const span = spanOf(size, now);
  const there = await countSchool(db);
  const teachers = await growTeachers(db, size, span.from);
  const count = size.users - there.users - (teachers.length - 1);
  const students = await growStudents(db, { count, span, report });
  const people = [...students.keys()];
  const users = await findActors(db);
  const instrumentsOf = await findInstruments(db);
  const rooms = await growRooms(db, { firstTeacher: teachers[0] ?? '', now });
  const closures = await db.selectFrom('closures').selectAll().execute();
  const plans: Row<'plans'>[] = [];
  const classesOf = new Map<string, string[]>();

  const classes = size.classes - there.classes;
  const rosters = planRosters(size, { classes, enrolments: size.enrolments - there.enrolments }, random);
  let done = 0;
  for (let index = 0; index < classes; ) {
    const items: Row<'classes'>[] = [];
    const plan: Omit<Plan, 'students'> = { enrolments: [], selections: [], waiting: [] };
    while (index < classes && plan.enrolments.length < ENROLMENTS_AT_ONCE) {
      const roster = rosters[index] ?? 0;
      const item = growthClass(index, { size, count: classes, roster, teachers, span, random });
      const { cancelUntilHours } = payments;
      const planned = planRoster(item, { people, span, now, cancelUntilHours, random });
      items.push(item);
      plan.enrolments.push(...planned.enrolments);
      plan.selections.push(...planned.selections);
      plan.waiting.push(...planned.waiting);
      done += roster;
      index += 1;
    }
    plan.enrolments.sort((one, other) => one.paidat - other.paidat);
    const planned = items.flatMap((item) => {
      const teacher = teachers.indexOf(item.instructorid ?? '');
      return growthPlan(item, { teacher, rooms }) ?? [];
    });
    const { lessons } = expandPlans({ plans: planned, closures, zone: DEMO_SCHOOL.timezone });
    plans.push(...planned);
    noteClasses(classesOf, plan.enrolments, students);
    await transact(db, async (tx) => {
      await insertAll(items, (rows) => tx.insertInto('classes').values(rows).execute());
      await insertAll(
        items.flatMap(({ _id: classid, image }) =>
          (instrumentsOf.get(image) ?? []).map(({ instrumentid }) => ({ classid, instrumentid })),
        ),
        (rows) => tx.insertInto('classinstruments').values(rows).execute(),
      );
      await insertAll(historyOf(items, users), (rows) => tx.insertInto('changes').values(rows).execute());
      await insertAll(planned, (rows) => tx.insertInto('plans').values(rows).execute());
      await insertAll(
        lessons.map((lesson) => lessonRow(lesson, now)),
        (rows) => tx.insertInto('lessons').values(rows).execute(),
      );
      await insertEnrolments(tx, payments, plan, { classes: items, students });
    });
    report(`${index} of ${classes} classes, ${done} enrolments`);
  }
  const confirmed = confirmedClashes(classesOf, { plans, now });
  await transact(db, (tx) =>
    insertAll(confirmed, (rows) => tx.insertInto('confirmedclashes').values(rows).execute()),
  );
  await askForAttention(db);
  await growBusiness(db, { size, now, span, printInvoice, report, users, ...{ students, count } });
}

type Business = Pick<Growth, 'size' | 'now' | 'printInvoice' | 'report'> & {
  span: ReturnType<typeof spanOf>;
  users: readonly Row<'users'>[];
  /** The students that were grown, in the order in which they joined, and how many they are. */
  students: Students;
  count: number;
};

/** What a school does beside its classes. */
async function growBusiness(
  db: Kysely<Database>,
  { size, now, span, printInvoice, report, users, students, count }: Business,
): Promise<void> {
  const people = [...students.values()].map(({ learnerid, userid }, index): GrownPerson => {
    const { name, joinedat } = growthPerson(index, { count, span });
    return { learnerid, userid: userid ?? '', name, joinedat };
  });
  const admin = users.find(({ email }) => email === ADMIN.email);
  if (!admin) throw new Error('The demo school has no admin.');
  const teachers = users.filter(({ role }) => role === 'instructor');
  const { name, currency } = await db
    .selectFrom('school')
    .select(['name', 'currency'])
    .executeTakeFirstOrThrow();
  await growPosts(db, { count: Math.ceil(size.users / PEOPLE_A_POST), teachers, admin, span });
  await growWishes(db, { count: Math.ceil(size.users / PEOPLE_A_WISH), people, now });
  await growRecitals(db, { people, now });
  report('posts, wishes and recitals');
  report(`${await growLetters(db, { admin, now })} messages`);
  const school = { name, currency };
  report(`${await growInvoices(db, { people, admin, school, printInvoice, now })} invoices`);
  report(`${await growRegisters(db, now)} marks in registers`);
}

/** The instruments of the demo's classes, by the pictures that grown classes share with these. */
async function findInstruments(db: Db) {
  const found = await db
    .selectFrom('classes')
    .innerJoin('classinstruments', 'classinstruments.classid', 'classes._id')
    .select(['classes.image', 'classinstruments.instrumentid'])
    .distinct()
    .execute();
  return Map.groupBy(found, ({ image }) => image);
}

async function countSchool(db: Db) {
  const count = async (table: 'classes' | 'users' | 'enrolments') => {
    const rows = db.selectFrom(table).select((of) => of.fn.countAll<number>().as('count'));
    return Number((await rows.executeTakeFirstOrThrow()).count);
  };
  return {
    classes: await count('classes'),
    users: await count('users'),
    enrolments: await count('enrolments'),
  };
}

/** Makes further instructors; gives the ids of all, the one with the most classes first, who can sign in. */
async function growTeachers(db: Db, { instructors }: SchoolSize, joinedat: number): Promise<string[]> {
  const span = { from: joinedat, to: joinedat };
  const made = Array.from({ length: instructors }, (_, index) => {
    const { name } = growthPerson(index, { count: instructors, span });
    return accountOf({ name, email: `teacher.${index}@cadenza.example`, joinedat }, 'instructor');
  });
  await transact(db, (tx) => insertAccounts(tx, made));
  const first = await db
    .selectFrom('users')
    .select('_id')
    .where('email', '=', INSTRUCTORS.clara.email)
    .executeTakeFirstOrThrow();
  return [first._id, ...made.map(({ _id }) => _id)];
}

async function growStudents(
  db: Db,
  { count, span, report }: { count: number; span: ReturnType<typeof spanOf>; report: Growth['report'] },
): Promise<Students> {
  const all = new Map<string, { learnerid: string; userid: string | null }>();
  while (all.size < count) {
    const some = Array.from({ length: Math.min(PEOPLE_AT_ONCE, count - all.size) }, (_, at) =>
      accountOf(growthPerson(all.size + at, { count, span })),
    );
    for (const [email, student] of await transact(db, (tx) => insertAccounts(tx, some)))
      all.set(email, student);
    report(`${all.size} of ${count} people`);
  }
  return all;
}

/** Accounts that may have acted: all but students. */
const findActors = (db: Db) =>
  db
    .selectFrom('users')
    .selectAll()
    .where((where) => where.or([where('role', '=', 'instructor'), where('email', '=', ADMIN.email)]))
    .execute();

/** The latest refunds count as sent past the school, for an admin to look at. */
async function askForAttention(db: Db) {
  const latest = db
    .selectFrom('orders')
    .select('_id')
    .where('state', '=', 'refunded')
    .orderBy('_id', 'desc')
    .limit(ATTENTION);
  await db.updateTable('orders').set({ attention: 'refunded-outside' }).where('_id', 'in', latest).execute();
}
