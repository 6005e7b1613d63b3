import { CLASSNAME_MAX, SEATS_MAX } from '#contract/classes/calls.ts';
import { newId } from '#server/database/ids.ts';
import { approvalOf } from '#server/database/rows/approval.ts';
import type { Row } from '#server/database/schema.ts';
import { CLASSES } from '#server/database/seed/classes.ts';
import type { Plan } from '#server/database/seed/plan-enrolments.ts';
import { makeStudents, type Student } from '#server/database/seed/students.ts';
import type { SchoolSize } from './sizes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
/** For so long a class can be booked, from a day after it was added. */
const OPEN_MS = 180 * DAY_MS;
/** Nothing happens in the last hours but what the demo's own people do. */
const QUIET_MS = 3 * HOUR_MS;
/** This part of the people was there from the first day on. */
const EARLY_PART = 0.2;
const CANCELLED_PART = 0.03;
const SELECTED_PART = 0.2;
/** One class in so many. */
const FULL_EVERY = 4;
const DENIED_EVERY = 25;
const DELETED_EVERY = 27;
const CHANGED_EVERY = 50;
const CROWD_EVERY = 40;
const CROWD = 150;

/** A span of time in epoch milliseconds. */
type Span = { from: number; to: number };
type Random = () => number;

export const spanOf = ({ years }: SchoolSize, now: number): Span => ({
  from: now - years * YEAR_MS,
  to: now - 3 * DAY_MS,
});

/**
 * The `index`th of `count` people whom the school gets, the first ones first; their addresses are theirs
 * alone.
 */
export function growthPerson(index: number, { count, span }: { count: number; span: Span }) {
  const { name } = NAMES[index % NAMES.length] as Student;
  const early = count * EARLY_PART;
  const part = Math.max(0, (index - early) / (count - early));
  return {
    name,
    email: `${name.replace(' ', '.').toLowerCase()}.${index}@mail.example`,
    joinedat: Math.round(span.from - DAY_MS + part * (span.to - span.from)),
  };
}
const NAMES = makeStudents(2800);

/** How many of `count` people had joined by a moment. */
function joinedBy(moment: number, { count, span }: { count: number; span: Span }): number {
  const part = (moment - span.from) / (span.to - span.from);
  return Math.floor(count * (EARLY_PART + (1 - EARLY_PART) * Math.min(1, Math.max(0, part))));
}

type Kind = 'approved' | 'pending' | 'denied' | 'deleted';

/** Most are approved; the newest half wait for that, as far as they are even. */
function kindOf(index: number, count: number): Kind {
  if (index > count * 0.95 && index % 2 === 0) return 'pending';
  if (index % DENIED_EVERY === 3) return 'denied';
  return index % DELETED_EVERY === 7 ? 'deleted' : 'approved';
}

/**
 * How many students each class has in the end; in all just as many as asked for, as long as the classes are
 * large enough.
 */
export function planRosters(
  size: SchoolSize,
  { classes, enrolments }: { classes: number; enrolments: number },
  random: Random,
): number[] {
  const weights = Array.from({ length: classes }, (_, index) => {
    const kind = kindOf(index, classes);
    return kind === 'approved' || kind === 'deleted' ? 0.25 + 1.5 * random() : 0;
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const max = Math.min(SEATS_MAX, Math.floor(size.users * EARLY_PART * 0.5));
  const rosters = weights.map((weight) => Math.min(max, Math.floor((weight / all) * enrolments)));
  const largest = weights.findIndex((weight, index) => weight > 0 && isOfFirstTeacher(index, size));
  if (largest >= 0) rosters[largest] = Math.min(max, size.mostStudents);
  let missing = enrolments - rosters.reduce((sum, roster) => sum + roster, 0);
  for (let at = 0; missing !== 0 && at < 100 * classes; at++) {
    const index = at % classes;
    const roster = rosters[index] ?? 0;
    const step = Math.sign(missing);
    if (weights[index] === 0 || index === largest || roster + step > max || roster + step < 0) continue;
    rosters[index] = roster + step;
    missing -= step;
  }
  return rosters;
}

const everyNth = ({ classes, mostClasses }: SchoolSize) => Math.max(1, Math.floor(classes / mostClasses));
const isOfFirstTeacher = (index: number, size: SchoolSize) => index % everyNth(size) === 0;

/** A class as its instructor made it, with the seats that it has in the end. */
export function growthClass(
  index: number,
  {
    size,
    count,
    roster,
    teachers,
    span,
    random,
  }: {
    size: SchoolSize;
    count: number;
    roster: number;
    teachers: readonly string[];
    span: Span;
    random: Random;
  },
): Row<'classes'> {
  const model = CLASSES[index % CLASSES.length] as (typeof CLASSES)[number];
  const createdat = Math.round(span.from + ((span.to - span.from) * index) / count);
  const kind = kindOf(index, count);
  const isFull = kind === 'approved' && index % FULL_EVERY === 1;
  const availableseat = isFull ? 0 : Math.min(1 + Math.floor(random() * 20), SEATS_MAX - roster);
  const capacity = roster + availableseat;
  const [first = null, ...others] = teachers;
  const { level, group, description, image } = model;
  const course = {
    classname: `${model.classname}, ${new Date(createdat).getUTCFullYear()} no. ${index + 1}`.slice(
      0,
      CLASSNAME_MAX,
    ),
    price: model.price + 100 * (index % 30),
    image,
    level,
    group,
    priceunit: null,
    duetext: null,
    agefrom: null,
    ageto: null,
    series: null,
    guestplaces: 0,
    trialprice: null,
    runsfrom: null,
    decideby: null,
    decided: null,
    decidedkey: null,
    decisionworkat: null,
    billing: 'once' as const,
    description,
  };
  const approved = { ...course, price: course.price - (index % CHANGED_EVERY === 9 ? 100 : 0), capacity };
  const isChanged = kind === 'approved' && approved.price !== course.price;
  const status = kind === 'deleted' ? 'approved' : kind;
  return {
    ...course,
    _id: newId(createdat),
    instructorid: isOfFirstTeacher(index, size) ? first : (others[index % others.length] ?? first),
    availableseat,
    heldseats: 0,
    enrolledstudents: roster,
    capacity,
    status,
    feedback: status === 'denied' ? 'Please say who the class is for, and what to bring.' : null,
    createdat,
    approvedas: status === 'approved' ? approvalOf(approved) : null,
    changedat: isChanged ? createdat + 2 * DAY_MS : null,
    version: 1,
    editversion: 1,
    planversion: 1,
    opensat: null,
    copyof: null,
    deletedat: kind === 'deleted' ? createdat + 2 * DAY_MS + OPEN_MS : null,
    calledoffat: null,
    wishesuntil: null,
  };
}

/**
 * Who enrolled in some classes, cancelled, selected them or waits for them: each of `people`, by the time of
 * the class, at most once.
 */
export function planRoster(
  item: Row<'classes'>,
  {
    people,
    span,
    now,
    cancelUntilHours,
    random,
  }: { people: readonly string[]; span: Span; now: number; cancelUntilHours: number; random: Random },
): Omit<Plan, 'students'> {
  const { _id: classid, createdat, enrolledstudents, availableseat } = item;
  const plan: Omit<Plan, 'students'> = { enrolments: [], selections: [], waiting: [] };
  if (item.status !== 'approved') return plan;
  const opened = createdat + DAY_MS + HOUR_MS;
  const isFull = availableseat === 0 && item.deletedat === null;
  const closed = Math.min(opened + OPEN_MS, now - QUIET_MS);
  const last = isFull ? Math.round(opened + (closed - opened) * 0.7) : closed;
  const known = joinedBy(createdat, { count: people.length, span });
  const taken = new Set<number>();
  const pick = () => {
    let at = Math.floor(random() * known);
    while (taken.has(at)) at = (at + 1) % known;
    taken.add(at);
    return people[at] as string;
  };
  const moment = (from: number, to: number) => Math.round(from + random() * (to - from));
  for (let seat = 0; seat < enrolledstudents; seat++) {
    plan.enrolments.push({ classid, email: pick(), paidat: moment(opened, last), cancelledat: null });
  }
  const room = known - taken.size;
  const some = (wanted: number) => Math.min(Math.round(wanted), Math.floor(room / 4));
  for (let times = some(enrolledstudents * CANCELLED_PART + random() - 0.5); times > 0; times--) {
    const paidat = moment(opened, last - HOUR_MS);
    const cancelledat = Math.min(moment(paidat, paidat + cancelUntilHours * HOUR_MS), last);
    plan.enrolments.push({ classid, email: pick(), paidat, cancelledat });
  }
  for (let times = some(enrolledstudents * SELECTED_PART); times > 0; times--)
    plan.selections.push({ classid, email: pick(), at: moment(opened, closed) });
  if (isFull) {
    const crowd = taken.size % CROWD_EVERY === 0 ? CROWD : 2 + (taken.size % 7);
    for (let times = some(crowd); times > 0; times--)
      plan.waiting.push({ classid, email: pick(), at: moment(last + HOUR_MS, closed) });
  }
  return plan;
}
