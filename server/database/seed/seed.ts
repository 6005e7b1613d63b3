import type { Kysely } from 'kysely';
import { dayAt } from '#contract/time/wall-time.ts';
import { newId } from '#server/database/ids.ts';
import { approvalOf } from '#server/database/rows/approval.ts';
import { NOTHING_SAID } from '#server/database/rows/users.ts';
import type { Database, Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { accountOf, insertAccounts, insertChildren } from './accounts.ts';
import { readBlogs } from './blogs.ts';
import { confirmedClashes, noteClasses } from './clashes.ts';
import { CLASSES } from './classes.ts';
import { insertEnrolments, type SeedPayments } from './enrolments.ts';
import { historyOf } from './history.ts';
import { insertAll } from './insert-all.ts';
import { DEMO_PASSWORD, INSTRUCTORS, PEOPLE, type Person } from './people.ts';
import { type Plan, planEnrolments } from './plan-enrolments.ts';
import { PROFILES } from './profiles.ts';
import { DEMO_ABSENCE, DEMO_LANGUAGES, DEMO_SCHOOL } from './school.ts';
import { type ExpandPlans, planTimetable, type Timetable } from './timetable.ts';

/** The setting whose presence says that the demo school is complete. */
export const SEEDED = 'seeded';

import { planInstruments } from './instruments.ts';

const DAY_MS = 86_400_000;
const PEOPLE_JOINED_DAYS_AGO = 150;

export type SeedDeps = {
  db: Kysely<Database>;
  /** Epoch milliseconds. */
  now: () => number;
  /**
   * Makes an account at the identity service and gives its uid; gives the same uid again for an address that
   * has one.
   */
  createAccount: (person: {
    email: string;
    password: string;
    name: string;
    photoURL: string;
  }) => Promise<string>;
  /** How the students' payments come into the card service; without it there are no enrolments yet. */
  payments?: SeedPayments;
  expandPlans: ExpandPlans;
  /** Makes the school's row where there is none. */
  makeSchool: (tx: Db) => Promise<void>;
};

/**
 * Fills an empty database with the demo school and gives true, or gives false when that was done before.
 * Accounts come first and can be made again; every row and the mark that says "done" come in one transaction,
 * so a start that was cut off is completed by the next. Throws what `createAccount` throws.
 */
export async function seedSchool({
  db,
  now,
  createAccount,
  payments,
  expandPlans,
  makeSchool,
}: SeedDeps): Promise<boolean> {
  if (await isSeeded(db)) return false;
  const moment = now();
  const users: Row<'users'>[] = [];
  for (const person of PEOPLE) users.push(userRow(person, await createAccount(account(person)), moment));

  return transact(db, async (tx) => {
    // Two processes may start on one empty database: the one whose mark comes second adds nothing.
    const mark = await tx
      .insertInto('settings')
      .values({ key: SEEDED, value: String(moment) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    if (!mark.numInsertedOrUpdatedRows) return false;
    const planned = classRows(users, moment);
    const plan =
      payments && planEnrolments(planned, { now: moment, cancelUntilHours: payments.cancelUntilHours });
    const classes = planned.map((item) => withSeats(item, plan));
    const known = (plan?.students ?? []).map((student) => accountOf(student));
    const accounts = await insertAccounts(tx, [...users, ...known]);
    const students = await insertChildren(tx, accounts, moment);
    await tx.insertInto('instructors').values(profileRows(users, moment)).execute();
    await tx.insertInto('classes').values(classes).execute();
    const { instruments, classinstruments } = planInstruments(classes, moment);
    await tx.insertInto('instruments').values(instruments).execute();
    await tx.insertInto('classinstruments').values(classinstruments).execute();
    await tx.insertInto('changes').values(historyOf(classes, users)).execute();
    const teachers = new Map(users.map(({ _id, email }) => [email ?? '', _id]));
    const { timezone: zone } = DEMO_SCHOOL;
    const timetable = planTimetable({ classes, teachers, now: moment, zone, expandPlans });
    await insertTimetable(tx, timetable);
    if (payments && plan) {
      await insertEnrolments(tx, payments, plan, { classes, students });
      const classesOf = noteClasses(new Map(), plan.enrolments, students);
      const confirmed = confirmedClashes(classesOf, { plans: timetable.plans, now: moment });
      await insertAll(confirmed, (rows) => tx.insertInto('confirmedclashes').values(rows).execute());
    }
    await tx.insertInto('blogs').values(blogRows(users, moment)).execute();
    const authorid = users.find(({ role }) => role === 'admin')?._id ?? null;
    await tx
      .insertInto('texts')
      .values({ slug: 'absence', version: 1, ...DEMO_ABSENCE, authorid, updatedat: moment })
      .execute();
    await makeSchool(tx);
    await tx.updateTable('school').set(DEMO_LANGUAGES).execute();
    return true;
  });
}

async function insertTimetable(tx: Db, { terms, rooms, closures, plans, lessons }: Timetable) {
  await tx.insertInto('terms').values(terms).execute();
  await tx.insertInto('rooms').values(rooms).execute();
  await tx.insertInto('closures').values(closures).execute();
  await tx.insertInto('plans').values(plans).execute();
  await insertAll(lessons, (rows) => tx.insertInto('lessons').values(rows).execute());
}

/** Whether the records hold the demo school. */
export const isSeeded = async (db: Kysely<Database>) =>
  (await db.selectFrom('settings').select('key').where('key', '=', SEEDED).executeTakeFirst()) !== undefined;

const account = ({ email, name, photoURL }: Person) => ({ email, name, photoURL, password: DEMO_PASSWORD });

function userRow({ email, name, photoURL, role }: Person, uid: string, moment: number): Row<'users'> {
  const createdat = moment - PEOPLE_JOINED_DAYS_AGO * DAY_MS;
  return {
    _id: newId(createdat),
    uid,
    email,
    name,
    photoURL,
    role,
    validsince: createdat,
    emailverified: 1,
    provedat: createdat,
    ...NOTHING_SAID,
    createdat,
  };
}

/** The demo's classes as they are planned; who teaches each is found by the address of an account. */
export function classRows(
  users: readonly Pick<Row<'users'>, '_id' | 'email'>[],
  moment: number,
): Row<'classes'>[] {
  const ids = new Map(users.map(({ _id, email }) => [email ?? '', _id]));
  return CLASSES.map(({ instructor, daysago, runs, ...course }) => {
    const createdat = moment - daysago * DAY_MS;
    const capacity = course.availableseat + course.enrolledstudents;
    return {
      ...course,
      _id: newId(createdat),
      instructorid: ids.get(INSTRUCTORS[instructor].email) ?? null,
      series: null,
      billing: 'once' as const,
      heldseats: 0,
      capacity,
      approvedas: course.status === 'approved' ? approvalOf({ ...course, capacity }) : null,
      changedat: null,
      version: 1,
      editversion: 1,
      planversion: 1,
      createdat,
      opensat: null,
      copyof: null,
      runsfrom: runs?.[0] ?? null,
      decideby: runs ? dayAt(moment + runs[1] * DAY_MS, DEMO_SCHOOL.timezone) : null,
      decided: null,
      decidedkey: null,
      decisionworkat: null,
      deletedat: null,
      calledoffat: null,
      wishesuntil: null,
    };
  });
}

function profileRows(users: readonly Row<'users'>[], moment: number): Row<'instructors'>[] {
  const ids = new Map(users.map(({ _id, email }) => [email ?? '', _id]));
  return Object.entries(INSTRUCTORS).flatMap(([key, { email }]) => {
    const profile = PROFILES[key as keyof typeof INSTRUCTORS];
    const userid = ids.get(email);
    if (!profile || !userid) return [];
    const instruments = JSON.stringify(profile.instruments);
    return { words: profile.words, instruments, userid, version: 1, changedat: moment };
  });
}

/** A class whose counters say what its enrolments do. */
function withSeats(item: Row<'classes'>, plan: Plan | undefined): Row<'classes'> {
  const taken = (plan?.enrolments ?? []).filter(
    ({ classid, cancelledat }) => classid === item._id && cancelledat === null,
  ).length;
  return { ...item, enrolledstudents: taken, availableseat: item.capacity - taken };
}

function blogRows(users: readonly Row<'users'>[], moment: number): Row<'blogs'>[] {
  const ids = new Map(users.map(({ _id, name }) => [name, _id]));
  return readBlogs(moment).map((blog) => ({
    ...blog,
    _id: newId(blog.time),
    authorid: ids.get(blog.authorname) ?? null,
    state: 'published',
    version: 1,
  }));
}
