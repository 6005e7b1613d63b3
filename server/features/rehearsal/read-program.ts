import { CLASSNAME_MAX } from '#contract/classes/calls.ts';
import { newId } from '#server/database/ids.ts';
import { approvalOf } from '#server/database/rows/approval.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { CLASSES } from '#server/database/seed/classes.ts';
import type { Program } from '#server/database/seed/fill-copy.ts';
import { teachersOf } from '#server/database/seed/fill-copy.ts';
import { INSTRUCTORS } from '#server/database/seed/people.ts';
import { classRows } from '#server/database/seed/seed.ts';
import { planTimetable } from '#server/database/seed/timetable.ts';
import { expandPlans } from '#server/features/lessons/index.ts';
import { leaveOutNames } from './leave-out-names.ts';
import * as queries from './queries.ts';

type Input = { now: number; describe: string; closed: string };

/** The longest name that a row may have. */
const NAME_MAX = 60;

/**
 * Reads what a copy of the school is made of: what it offers, and when and where. Of no person anything: those
 * who teach are invented, names of persons are taken out of every name, descriptions are `describe` and closing
 * days are called `closed`. A school without a class gets those of the demo.
 */
export async function readProgram(db: Db, { now, describe, closed }: Input): Promise<Program> {
  const offered = await queries.readOffer(db);
  const { school, billing } = offered;
  const staff = await queries.findStaff(db);
  const teaching = [
    ...new Set([
      ...offered.classes.map(({ instructorid }) => instructorid),
      ...offered.plans.map(({ teacherid }) => teacherid),
      ...offered.lessons.map(({ teacherid }) => teacherid),
    ]),
  ].filter((id) => id !== null);
  const inventedTeachers = teachersOf(teaching.length);
  const teacherids = teaching.map((_, at) => newId(now + at));
  const idOf = new Map(teaching.map((id, at) => [id, teacherids[at] ?? null]));
  const insteadOf = new Map(teaching.map((id, at) => [id, inventedTeachers[at]?.name]));
  const plain = leaveOutNames({
    whole: await queries.findNames(db),
    byPart: staff.map(({ _id, name }) => ({ name, instead: insteadOf.get(_id) })),
  });
  const named = (name: string, maxLength: number, otherwise: string) => plain(name, maxLength) || otherwise;

  const copied: Program = {
    school: schoolRow(school),
    billing: billing ?? { dueafterdays: 14, latefee: null, latefeeafterdays: null, taxrate: 0 },
    terms: offered.terms.map((term) => ({ ...term, name: named(term.name, NAME_MAX, term.firstday) })),
    rooms: offered.rooms.map((room, at) => ({
      ...room,
      siteid: null,
      name: roomName(named(room.name, NAME_MAX, ''), at, offered.rooms),
    })),
    closures: offered.closures
      .map((closure) => ({
        ...closure,
        name: closed,
        teacherid: closure.teacherid && (idOf.get(closure.teacherid) ?? null),
      }))
      .filter(({ teacherid }, at) => offered.closures[at]?.teacherid === null || teacherid !== null),
    instruments: offered.instruments.map((instrument) => ({ ...instrument, image: '' })),
    classinstruments: offered.classinstruments,
    classes: offered.classes.map((item, at) =>
      opened(
        {
          ...item,
          classname: named(item.classname, CLASSNAME_MAX, `${item.group} ${at + 1}`),
          image: drawingOf(item.image, at),
          duetext: item.duetext && plain(item.duetext, item.duetext.length),
          series: item.series && plain(item.series, item.series.length),
          description: describe,
        },
        idOf.get(item.instructorid ?? '') ?? null,
      ),
    ),
    plans: offered.plans.map((plan) => ({ ...plan, teacherid: idOf.get(plan.teacherid ?? '') ?? null })),
    lessons: offered.lessons.map((lesson) => ({
      ...lesson,
      teacherid: idOf.get(lesson.teacherid ?? '') ?? null,
      reason: null,
    })),
    teacherids,
  };
  return copied.classes.length > 0 ? copied : withDemoClasses(copied, now);
}

/** Of what the school says of itself only what its offer hangs on: no words, no address, no picture. */
const schoolRow = (row: Row<'school'>): Row<'school'> => ({
  ...row,
  tagline: null,
  street: null,
  postcode: null,
  town: null,
  phone: null,
  email: null,
  hours: null,
  logo: null,
  welcome: null,
});

/** Names of rooms differ. */
const roomName = (name: string, at: number, rooms: readonly { name: string }[]) =>
  name === rooms[at]?.name ? name : `${name} ${at + 1}`.trim();

/** A class as it begins: open to all, no place taken, and nothing decided. */
const opened = (item: Row<'classes'>, instructorid: string | null): Row<'classes'> => {
  const fresh = {
    ...item,
    // One of which it is known that it runs waits for no number.
    ...(item.decided !== null && { runsfrom: null, decideby: null }),
    decided: null,
    decidedkey: null,
    decisionworkat: null,
    wishesuntil: null,
    instructorid,
    availableseat: item.capacity,
    heldseats: 0,
    enrolledstudents: 0,
    status: 'approved' as const,
    feedback: null,
    changedat: null,
    opensat: null,
    copyof: null,
    version: 1,
    editversion: 1,
    planversion: 1,
  };
  return { ...fresh, approvedas: approvalOf(fresh) };
};

/** The drawings that come with the product; any other picture may show a person. */
const drawingOf = (image: string, at: number): string =>
  /^\/art\/class-[a-z-]+-\d+\.webp$/.test(image) ? image : (CLASSES[at % CLASSES.length]?.image ?? '');

/** The demo's classes, rooms and terms in place of a school's that has none yet. */
function withDemoClasses(program: Program, now: number): Program {
  const teachers = Object.values(INSTRUCTORS).map(({ email }, at) => ({ email, _id: newId(now + at) }));
  const ids = new Map(teachers.map(({ email, _id }) => [email, _id]));
  const classes = classRows(teachers, now)
    .filter(({ status }) => status === 'approved')
    .map((item) => opened(item, item.instructorid));
  const zone = program.school.timezone ?? 'UTC';
  const timetable = planTimetable({ classes, teachers: ids, now, zone, expandPlans });
  return {
    ...program,
    ...timetable,
    lessons: timetable.lessons.map((lesson) => ({ ...lesson, reason: null })),
    instruments: [],
    classinstruments: [],
    classes,
    teacherids: teachers.map(({ _id }) => _id),
  };
}
