import { CHILDREN, childKey, FURTHER_STUDENTS, STUDENT } from './people.ts';
import { randomNumbers, shuffle } from './random.ts';
import { makeStudents, type Student } from './students.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STUDENTS = 240;
const CANCELLED = 16;
const SEED = 20;

/** A class as the plan needs it: how many are to be enrolled in the end. Moments are epoch milliseconds. */
export type PlannedClass = {
  _id: string;
  classname: string;
  createdat: number;
  availableseat: number;
  enrolledstudents: number;
};

/** `cancelledat` is null for a student who is still enrolled. */
export type PlannedEnrolment = { classid: string; email: string; paidat: number; cancelledat: number | null };
export type PlannedPlace = { classid: string; email: string; at: number };

export type Plan = {
  /** Those who have no account at the identity service. */
  students: (Student & { joinedat: number })[];
  enrolments: PlannedEnrolment[];
  selections: PlannedPlace[];
  waiting: PlannedPlace[];
};

/**
 * What the students who can sign in, and their children, did, in days before the first start: so each of
 * their screens has something to show.
 */
type Story = {
  email: string;
  enrolled: Record<string, number>;
  cancelled?: Record<string, number>;
  selected?: Record<string, number>;
  waiting?: Record<string, number>;
};

const [THEO, YUKI, INES, MARCUS, FARAH] = FURTHER_STUDENTS.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

const STORIES: readonly Story[] = [
  {
    email: STUDENT.email,
    enrolled: { 'Piano for Grown-Up Beginners': 61, 'Songwriting Circle': 0.9 },
    cancelled: { 'Guitar from Zero': 25 },
    selected: { 'Make a Beat': 3, 'Cello Conversations': 1 },
    waiting: { 'Find Your Voice': 9 },
  },
  { email: THEO, enrolled: { 'Guitar from Zero': 90, 'Make a Beat': 50, 'Saxophone: First Notes': 30 } },
  { email: YUKI, enrolled: { 'Cello Conversations': 60, 'Groove Lab: Time and Feel': 40 } },
  { email: INES, enrolled: { 'Find Your Voice': 70, 'The Ear Gym': 8 } },
  { email: MARCUS, enrolled: { 'Drum Kit Foundations': 77, 'DJ Skills: From Bedroom to Dance Floor': 12 } },
  { email: FARAH, enrolled: { 'Music Theory Without Tears': 62, 'Jazz Improvisation Workshop': 51 } },
  ...CHILDREN.map((child) => ({ email: childKey(child), enrolled: child.enrolled })),
];

/**
 * Who enrolled in what and when, who cancelled, and who waits for a full class; the same for every first
 * start, but for its moment.
 */
export function planEnrolments(
  classes: readonly PlannedClass[],
  { now, cancelUntilHours }: { now: number; cancelUntilHours: number },
): Plan {
  const random = randomNumbers(SEED);
  const known = makeStudents(STUDENTS);
  // Some come once, some for everything.
  const deck = shuffle(
    known.flatMap(({ email }, index) => Array<string>(1 + (index % 4)).fill(email)),
    random,
  );
  const told = enrolmentStories(classes, { now, cancelUntilHours });
  const enrolments = [...told.enrolments];
  const waiting = [...told.waiting];
  const pick = (taken: Set<string>) => {
    const at = deck.findIndex((email) => !taken.has(email));
    const email = deck[at] as string;
    // Back to the bottom: anyone who was drawn may want another class later.
    deck.push(...deck.splice(at, 1));
    taken.add(email);
    return email;
  };

  for (const item of classes) {
    const mine = told.enrolments.filter(({ classid }) => classid === item._id);
    const taken = new Set(mine.map(({ email }) => email));
    const staying = mine.filter(({ cancelledat }) => cancelledat === null).length;
    const isFull = item.availableseat === 0;
    const last = isFull ? whenFull(item, now) : now - 3 * HOUR_MS;
    for (let seat = staying; seat < item.enrolledstudents; seat++) {
      const paidat = momentBetween(openedAt(item), last, random);
      enrolments.push({ classid: item._id, email: pick(taken), paidat, cancelledat: null });
    }
    if (isFull && item.enrolledstudents > 0) {
      const first = last + DAY_MS;
      for (let place = 0; place < 2 + (item.classname.length % 3); place++) {
        const at = momentBetween(first, now - 2 * DAY_MS, random);
        waiting.push({ classid: item._id, email: pick(taken), at });
      }
    }
  }

  const open = classes.filter((item) => item.availableseat > 0 && item.enrolledstudents > 0);
  for (let times = 0; times < CANCELLED; times++) {
    const item = open[Math.floor(random() * open.length)] as PlannedClass;
    const taken = enrolments.filter(({ classid }) => classid === item._id).map(({ email }) => email);
    const paidat = momentBetween(openedAt(item), now - 3 * DAY_MS, random);
    const cancelledat = Math.min(paidat + Math.round(random() * cancelUntilHours * HOUR_MS), now - HOUR_MS);
    enrolments.push({ classid: item._id, email: pick(new Set(taken)), paidat, cancelledat });
  }

  return {
    students: known.map((student) => ({ ...student, joinedat: joinedAt(student, enrolments, waiting, now) })),
    enrolments: enrolments.toSorted((a, b) => a.paidat - b.paidat),
    selections: told.selections,
    waiting: waiting.toSorted((a, b) => a.at - b.at),
  };
}

function enrolmentStories(
  classes: readonly PlannedClass[],
  { now, cancelUntilHours }: { now: number; cancelUntilHours: number },
): Omit<Plan, 'students'> {
  const told: Omit<Plan, 'students'> = { enrolments: [], selections: [], waiting: [] };
  for (const { email, ...story } of STORIES) {
    const places = (places: Record<string, number> = {}) =>
      Object.entries(places).map(([classname, daysago]) => {
        const found = classes.find((item) => item.classname === classname);
        if (!found) throw new Error(`The demo has no class ${classname}.`);
        return { classid: found._id, email, at: now - Math.round(daysago * DAY_MS) };
      });
    const paid = (place: PlannedPlace) => ({ classid: place.classid, email, paidat: place.at });
    const hours = Math.min(cancelUntilHours, 20);
    told.enrolments.push(
      ...places(story.enrolled).map((place) => ({ ...paid(place), cancelledat: null })),
      ...places(story.cancelled).map((place) => ({
        ...paid(place),
        cancelledat: place.at + hours * HOUR_MS,
      })),
    );
    told.selections.push(...places(story.selected));
    told.waiting.push(...places(story.waiting));
  }
  return told;
}

/** An admin approved the class the day after it was added. */
const openedAt = ({ createdat }: PlannedClass) => createdat + DAY_MS + HOUR_MS;

/** When the last seat of a full class went. */
const whenFull = (item: PlannedClass, now: number) => openedAt(item) + (now - openedAt(item)) * 0.7;

const EARLY = 1.4;
const FIRST_HOUR = 8;
const HOURS_AWAKE = 14;

/** A moment between two others: more of them early, and by day. */
function momentBetween(from: number, to: number, random: () => number): number {
  const some = Math.round(from + (to - from) * random() ** EARLY);
  const day = some - (some % DAY_MS);
  const byDay = day + Math.round((FIRST_HOUR + HOURS_AWAKE * random()) * HOUR_MS);
  return byDay >= from && byDay <= to ? byDay : some;
}

const NEWCOMER_HOURS = 30;

/** Accounts joined shortly before the first thing they did; those that did nothing yet, lately. */
function joinedAt(
  { email }: Student,
  enrolments: readonly PlannedEnrolment[],
  waiting: readonly PlannedPlace[],
  now: number,
): number {
  const deeds = [
    ...enrolments.filter((enrolment) => enrolment.email === email).map(({ paidat }) => paidat),
    ...waiting.filter((place) => place.email === email).map(({ at }) => at),
  ];
  return Math.min(now, ...deeds) - (1 + (email.length % NEWCOMER_HOURS)) * HOUR_MS;
}
