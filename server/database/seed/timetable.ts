import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';
import { INSTRUCTORS } from './people.ts';

/**
 * Of the features that keep the timetable: the lessons that plans have, without the days on which there are
 * none.
 */
export type ExpandPlans = (input: {
  plans: readonly Row<'plans'>[];
  closures: readonly Row<'closures'>[];
  zone: string;
}) => { lessons: readonly { plan: Row<'plans'>; day: string; startsat: number; endsat: number }[] };

export type Timetable = {
  terms: Row<'terms'>[];
  rooms: Row<'rooms'>[];
  closures: Row<'closures'>[];
  plans: Row<'plans'>[];
  lessons: Row<'lessons'>[];
};

const DAY_MS = 86_400_000;
const WEEKS = 13;
const WEEKS_BEHIND = 5;
const WEEKS_BETWEEN_TERMS = 2;
/** Between a class being added and its first lesson. */
const DAYS_TO_FIRST = 3;

/** What a room takes: nearly as many as the largest class in it. */
const ROOMS = {
  'Great Hall': 96,
  'Rehearsal Room 1': 56,
  'Rehearsal Room 2': 54,
  'Piano Studio': 38,
  'String Room': 26,
  'Wind Room': 25,
  'Drum Cellar': 36,
  'Studio 5': 12,
};
type Room = keyof typeof ROOMS;

type Meeting = readonly [weekday: number, starttime: string, minutes: number, room: Room];
/** `inweeks`: so many weeks from now it begins. */
type Rhythm = { everyweeks?: 2; weeks?: number; inweeks?: number };

/**
 * When each class meets; those that were denied do not yet. `weeks` is for how long, all the term where it is
 * left out.
 */
const MEETINGS: Record<string, readonly (readonly [...Meeting, Rhythm?])[]> = {
  'First Steps at the Piano': [[1, '15:30', 40, 'Piano Studio']],
  'Piano for Grown-Up Beginners': [[2, '19:00', 60, 'Piano Studio']],
  'Piano Repertoire Studio': [[3, '16:00', 60, 'Piano Studio']],
  'Music Theory Without Tears': [[4, '17:00', 60, 'Rehearsal Room 1']],
  'Four Hands, One Piano': [[7, '10:30', 60, 'Piano Studio', { weeks: 7 }]],
  'Guitar from Zero': [[1, '17:00', 60, 'Rehearsal Room 2']],
  'Fingerstyle Guitar': [[3, '19:00', 75, 'String Room']],
  'Ukulele Sunshine Club': [[2, '15:30', 45, 'String Room']],
  // It is decided before whether it runs.
  'Accordion for the Curious': [[4, '19:00', 60, 'Studio 5', { inweeks: 3 }]],
  'Violin for Small Hands': [[1, '16:00', 45, 'String Room']],
  'Cello Conversations': [[4, '18:00', 60, 'String Room']],
  'Chamber Music Saturdays': [[6, '10:00', 120, 'Great Hall']],
  'Harp: A First Encounter': [[5, '15:00', 45, 'Studio 5', { everyweeks: 2, weeks: 8 }]],
  'Drum Kit Foundations': [[3, '17:00', 60, 'Drum Cellar']],
  'Groove Lab: Time and Feel': [[2, '19:30', 90, 'Drum Cellar']],
  'Hand Drum Circle': [[6, '11:00', 60, 'Rehearsal Room 2']],
  'Flute: A Beautiful Sound': [[2, '17:30', 60, 'Wind Room']],
  'Clarinet Starters': [[5, '15:30', 45, 'Wind Room']],
  'Find Your Voice': [[1, '19:00', 90, 'Rehearsal Room 1']],
  'Young Voices Choir': [[3, '16:30', 60, 'Great Hall']],
  'Singing for the Stage': [[4, '15:00', 60, 'Studio 5']],
  'Conducting: From Singer to Leader': [[2, '18:00', 90, 'Great Hall']],
  'Saxophone: First Notes': [[1, '17:00', 60, 'Wind Room']],
  'Jazz Improvisation Workshop': [[4, '19:30', 90, 'Great Hall']],
  'Trumpet, Calm and Clear': [[5, '17:00', 45, 'Studio 5', { weeks: 9 }]],
  'Make a Beat': [[3, '17:30', 75, 'Rehearsal Room 2']],
  'DJ Skills: From Bedroom to Dance Floor': [[5, '18:00', 90, 'Rehearsal Room 1']],
  'Songwriting Circle': [[4, '19:00', 90, 'Rehearsal Room 1']],
  'The Ear Gym': [
    [1, '18:00', 30, 'Piano Studio', { weeks: 7 }],
    [4, '18:15', 30, 'Piano Studio', { weeks: 7 }],
  ],
};

type Input = {
  classes: readonly Row<'classes'>[];
  /** Accounts of the instructors by their addresses. */
  teachers: ReadonlyMap<string, string>;
  /** Epoch milliseconds. */
  now: number;
  zone: string;
  expandPlans: ExpandPlans;
};

/**
 * A term in progress, whatever day it is: every approved class has lessons behind it and before it, as far as
 * it is old enough.
 */
export function planTimetable({ classes, teachers, now, zone, expandPlans }: Input): Timetable {
  const today = dayOf(now, zone);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const first = monday.subtract({ weeks: WEEKS_BEHIND });
  const terms = [-1, 0, 1].map((at) =>
    termRow(first.add({ weeks: at * (WEEKS + WEEKS_BETWEEN_TERMS) }), now),
  );
  const rooms = Object.entries(ROOMS).map(([name, places], index) => ({
    _id: newId(now - DAY_MS + index),
    name,
    places,
    siteid: null,
    retiredat: null,
    version: 1,
    createdat: now - DAY_MS,
  }));
  const closures = planClosures({ monday, rooms, teachers, now });
  const plans = classes.flatMap((item) => planRows(item, { rooms, first, zone }));
  const { lessons } = expandPlans({ plans, closures, zone });
  const rows = lessons.map((lesson) => lessonRow(lesson, now));
  changeSome(rows, { classes, teachers, monday, now, zone });
  return { terms, rooms, closures, plans, lessons: rows };
}

const dayOf = (moment: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDate();

const SEASONS = ['Winter', 'Spring', 'Summer', 'Autumn'];

function termRow(first: Temporal.PlainDate, now: number): Row<'terms'> {
  const last = first.add({ weeks: WEEKS }).subtract({ days: 1 });
  const middle = first.add({ weeks: Math.floor(WEEKS / 2) });
  const season = SEASONS[Math.floor((middle.month % 12) / 3)];
  return {
    _id: newId(now),
    name: `${season} term ${middle.year}`,
    firstday: first.toString(),
    lastday: last.toString(),
    version: 1,
    createdat: now - DAY_MS,
  };
}

/** A week off for the whole school, a teacher who is on tour, a room whose floor is varnished. */
function planClosures({
  monday,
  rooms,
  teachers,
  now,
}: Pick<Input, 'teachers' | 'now'> & {
  monday: Temporal.PlainDate;
  rooms: readonly Row<'rooms'>[];
}): Row<'closures'>[] {
  const closure = (name: string, days: { from: number; to: number }, of: Partial<Row<'closures'>> = {}) => ({
    _id: newId(now),
    name,
    firstday: monday.add({ days: days.from }).toString(),
    lastday: monday.add({ days: days.to }).toString(),
    roomid: null,
    teacherid: null,
    version: 1,
    createdat: now - DAY_MS,
    ...of,
  });
  return [
    closure('Half-term break', { from: 14, to: 20 }),
    closure(
      'Hana on tour',
      { from: 28, to: 34 },
      { teacherid: teachers.get(INSTRUCTORS.hana.email) ?? null },
    ),
    closure(
      'Floor being varnished',
      { from: 25, to: 26 },
      { roomid: rooms.find(({ name }) => name === 'Drum Cellar')?._id ?? null },
    ),
  ];
}

function planRows(
  { _id, classname, createdat, status, instructorid }: Row<'classes'>,
  { rooms, first, zone }: { rooms: readonly Row<'rooms'>[]; first: Temporal.PlainDate; zone: string },
): Row<'plans'>[] {
  const end = first.add({ weeks: WEEKS }).subtract({ days: 1 });
  // What is still to be approved begins after that.
  const soonest = dayOf(createdat, zone).add({ days: status === 'pending' ? 2 * 7 : DAYS_TO_FIRST });
  const usual = Temporal.PlainDate.compare(soonest, first) > 0 ? soonest : first;
  return (MEETINGS[classname] ?? []).map(([weekday, starttime, minutes, room, rhythm = {}]) => {
    const begin = rhythm.inweeks ? first.add({ weeks: WEEKS_BEHIND + rhythm.inweeks }) : usual;
    const last = begin.add({ weeks: rhythm.weeks ?? WEEKS }).subtract({ days: 1 });
    return {
      _id: newId(createdat),
      classid: _id,
      weekday,
      starttime,
      minutes,
      everyweeks: rhythm.everyweeks ?? 1,
      firstday: begin.toString(),
      lastday: (Temporal.PlainDate.compare(last, end) > 0 ? end : last).toString(),
      roomid: rooms.find(({ name }) => name === room)?._id ?? null,
      teacherid: instructorid,
    };
  });
}

type Expanded = ReturnType<ExpandPlans>['lessons'][number];

/** A lesson as its plan has it. */
export const lessonRow = ({ plan, day, startsat, endsat }: Expanded, now: number): Row<'lessons'> => ({
  _id: newId(now),
  classid: plan.classid,
  planid: plan._id,
  planday: day,
  day,
  startsat,
  endsat,
  roomid: plan.roomid,
  teacherid: plan.teacherid,
  state: 'planned',
  reason: null,
  closureid: null,
  seq: 0,
  cancelledat: null,
  removedat: null,
  changedat: now - DAY_MS,
});

/**
 * Next week a lesson is moved, one is cancelled and one has a substitute; another was cancelled two weeks
 * ago.
 */
function changeSome(
  lessons: readonly Row<'lessons'>[],
  { classes, teachers, monday, now, zone }: Omit<Input, 'expandPlans'> & { monday: Temporal.PlainDate },
) {
  const ids = new Map(classes.map(({ _id, classname }) => [classname, _id]));
  const change = (
    classname: string,
    week: number,
    to: (lesson: Row<'lessons'>) => Partial<Row<'lessons'>>,
  ) => {
    const [from, until] = [monday.add({ weeks: week }), monday.add({ weeks: week + 1 })].map(String);
    const lesson = lessons.find(
      ({ classid, day }) => classid === ids.get(classname) && day >= (from ?? '') && day < (until ?? ''),
    );
    if (lesson) Object.assign(lesson, { seq: 1, changedat: now - DAY_MS, ...to(lesson) });
  };
  change('Piano for Grown-Up Beginners', 1, ({ startsat, endsat }) => {
    const saturday = monday.add({ days: 12 }).toZonedDateTime({ timeZone: zone, plainTime: '15:00' });
    const moved = saturday.epochMilliseconds;
    const reason = 'Clara plays a concert on Tuesday.';
    const day = saturday.toPlainDate().toString();
    return { state: 'moved', reason, day, startsat: moved, endsat: moved + endsat - startsat };
  });
  change('Songwriting Circle', 1, () => ({
    state: 'cancelled',
    reason: 'Samira is at a festival.',
    cancelledat: now - DAY_MS,
  }));
  change('Drum Kit Foundations', 1, () => ({
    state: 'moved',
    reason: 'Elliot stands in for Jonas.',
    teacherid: teachers.get(INSTRUCTORS.elliot.email) ?? null,
  }));
  change('Flute: A Beautiful Sound', -2, ({ startsat }) => ({
    state: 'cancelled',
    reason: 'Hana was ill.',
    cancelledat: startsat - DAY_MS,
    changedat: startsat - DAY_MS,
  }));
}
