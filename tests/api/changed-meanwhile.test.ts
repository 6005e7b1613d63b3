import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import * as nouns from '#contract/nouns.schema.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * Two people have the same thing open and both change it: the second is told, and nothing of the first is
 * lost. A call that comes without the version that was read counts as it stands, as the timetable's design
 * has it.
 */

const endpoints: [string, Endpoint][] = Object.values(nouns).flatMap((calls) => Object.entries(calls));

/** Why a call that changes or deletes names no version of what was read. */
const WITHOUT: Record<string, string> = {
  addReaction: 'one’s own',
  deleteReaction: 'one’s own',
  deleteSelection: 'one’s own',
  writeContact: 'one’s own',
  writeLanguage: 'one’s own',
  answerQuestion: 'is refused once it is answered',
  deleteQuestion: 'has no words that anybody changes',
  deleteAccount: 'one’s own',
  endCalendar: 'one’s own',
  giveBusy: 'one’s own',
  endBusy: 'one’s own',
  endRehearsal: 'is no record of the school',
  putGoLiveAway: 'is of what is still to do in this moment',
  saveCard: 'one’s own',
  forgetCards: 'one’s own',
  markInstalmentPaid: 'is refused once it is settled',
  endSession: 'one’s own',
  endSetUp: 'a right ends, in whatever state it is',
  endAllSetUp: 'a right ends, in whatever state it is',
  takeBackLearner: 'a right ends, in whatever state it is',
  endSessions: 'one’s own',
  leaveWaitlist: 'one’s own',
  endWish: 'one’s own',
  markRegister: 'of two marks the one that was made later counts',
  deleteLearner: 'a family’s own',
  withdrawAbsence: 'a family’s own',
  giveUpCatchUp: 'a family’s own',
  giveUpReservation: 'a family’s own',
  giveUpTrial: 'a family’s own',
  endGuardianOf: 'a right ends, in whatever state it is',
  deleteGuardian: 'a right ends, in whatever state it is',
  withdrawClaim: 'a right ends, in whatever state it is',
  withdrawInvitation: 'a right ends, in whatever state it is',
  revokeKey: 'a right ends, in whatever state it is',
  deleteWebhook: 'has no words that anybody changes',
  removeWaiting: 'has no words that anybody changes',
  undoImport: 'has no words that anybody changes',
  undoMerge: 'has no words that anybody changes',
  markPaid: 'knows a second click by its key, and is refused once it is paid',
  markReturned: 'knows a second click by its key, and is refused once it is given back',
  resubmitClass: 'is refused unless the class is denied, or was written beside',
  answerReviewNote: 'an answer is one’s own, and what is taken is held against the words that it is about',
  deleteReviewNote: 'one’s own',
  giveFeedback: 'what was written before stays in the history',
  deleteClass: 'the spec’s; takes away what was seen, whatever was changed of it',
  clearProfile: 'takes words off the page that must not stand there, whatever they are by now',
  deleteLessonFile: 'has no words that anybody changes',
  markPractised: 'a family’s own',
  unmarkPractised: 'a family’s own',
  deleteBlog: 'takes away what was seen, whatever was changed of it',
  endDiscount: 'is never changed, and ends in whatever state it is',
  v1CancelLesson: 'a program names what it wants, and its calls are made once',
  v1ChangeFamily: 'a program names the fields that it changes',
  v1ChangeLesson: 'a program names the fields that it changes',
  v1ChangePerson: 'a program names the fields that it changes',
  v1EndEnrolment: 'is refused once it has ended',
  v1LeaveWaitlist: 'has no words that anybody changes',
  v1MarkAttendance: 'of two marks the one that was made later counts',
  v1MarkPaid: 'is refused once it is paid',
  fillNextEvent: 'words the same event anew, whatever it said',
  deleteFact: 'takes away what was seen, whatever was changed of it',
};

const takesVersion = ({ schema: { body } }: Endpoint) =>
  body !== undefined &&
  /"(version|was)":/.test(
    JSON.stringify(z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' })),
  );

test('every call that changes or deletes names the version that was read, or says why not', () => {
  const changing = endpoints.filter(([, { method }]) => ['PUT', 'PATCH', 'DELETE'].includes(method));
  const without = changing.filter(([, endpoint]) => !takesVersion(endpoint)).map(([name]) => name);
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
});

test('whatever takes a version may be refused for it', () => {
  const silent = endpoints
    .filter(([, endpoint]) => endpoint.method !== 'POST' && takesVersion(endpoint))
    .filter(([, { schema }]) => !schema.refusals?.includes('changed-meanwhile'));
  expect(silent.map(([name]) => name)).toEqual([]);
});

let school: TestSchool;
let anna: Person;
let bela: Person;

beforeAll(async () => {
  school = await openTestSchool();
  anna = await school.signIn('admin');
  bela = await school.signIn('admin');
});
beforeEach(async () => {
  for (const table of ['lessons', 'plans', 'rooms', 'terms', 'closures'] as const)
    await school.db.deleteFrom(table).execute();
  school.changed(['timetable']);
});
afterAll(() => school.close({ typed: ['The hall is taken'] }));

const DAYS = { firstday: '2026-09-08', lastday: '2026-09-22' };
const PLAN = { weekday: 2, starttime: '16:00', minutes: 45, everyweeks: 1, ...DAYS, roomid: null };

const addClass = async () => (await school.addClass())._id;

/** A thing that two people read, change and delete; `one` and `other` are what each makes of it. */
type Shared = {
  make: () => Promise<string>;
  path: (id: string) => string;
  read: (id: string) => Promise<{ version: number }>;
  one: object;
  other: object;
  isDeletable?: boolean;
};

const inList = (path: string) => ({
  path: (id: string) => `${path}/${id}`,
  read: async (id: string) =>
    (await school.call('GET', path)).body.find(({ _id }: { _id: string }) => _id === id),
  isDeletable: true,
});
const made = async (path: string, body: object): Promise<string> =>
  (await anna.call('POST', path, body)).body.insertedId;

const SHARED: Record<string, Shared> = {
  'a room': {
    make: () => made('/rooms', { name: 'Blue room', places: 6 }),
    ...inList('/rooms'),
    one: { name: 'Blue room', places: 8 },
    other: { name: 'Piano room', places: 6 },
  },
  'a term': {
    make: () => made('/terms', { name: 'Autumn', ...DAYS }),
    ...inList('/terms'),
    one: { name: 'Autumn term', ...DAYS },
    other: { name: 'Autumn', ...DAYS, lastday: '2026-12-18' },
  },
  'closing days': {
    make: () => made('/closures', { name: 'Holiday', ...DAYS, roomid: null, teacherid: null }),
    ...inList('/closures'),
    one: { name: 'Holiday', ...DAYS, lastday: '2026-09-10', roomid: null, teacherid: null },
    other: { name: 'Holidays', ...DAYS, roomid: null, teacherid: null },
  },
  'the plans of a class': {
    make: async () => {
      const classid = await addClass();
      await anna.call('PUT', `/class/plans/${classid}`, { plans: [PLAN] });
      return classid;
    },
    path: (id) => `/class/plans/${id}`,
    read: async (id) => (await anna.call('GET', `/class/plans/${id}`)).body,
    one: { plans: [PLAN, { ...PLAN, weekday: 4 }] },
    other: { plans: [{ ...PLAN, starttime: '17:00' }] },
  },
  'a lesson': {
    make: async () => {
      const classid = await addClass();
      await anna.call('PUT', `/class/plans/${classid}`, { plans: [PLAN] });
      return (await anna.call('GET', `/class/${classid}/lessons`)).body[0]._id;
    },
    path: (id) => `/lessons/${id}`,
    read: async (id) => {
      const { classid } = await school.db
        .selectFrom('lessons')
        .select('classid')
        .where('_id', '=', id)
        .executeTakeFirstOrThrow();
      const lessons = (await anna.call('GET', `/class/${classid}/lessons`)).body;
      return lessons.find(({ _id }: { _id: string }) => _id === id);
    },
    one: { starttime: '15:00', reason: 'The hall is taken' },
    other: { starttime: '18:30' },
    isDeletable: true,
  },
};

const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const STALE = [409, 'changed-meanwhile'];

describe.each(Object.entries(SHARED))('%s', (_name, { make, path, read, one, other, isDeletable }) => {
  test('keeps what the first has changed, and the second reads it and changes it then', async () => {
    const id = await make();
    const { version } = await read(id);
    expect(await anna.call('PUT', path(id), { ...one, version })).toMatchObject({ status: 200 });
    const changed = await read(id);
    expect(changed.version).toBeGreaterThan(version);
    expect(refusal(await bela.call('PUT', path(id), { ...other, version }))).toEqual(STALE);
    expect(await read(id)).toEqual(changed);
    const again = await bela.call('PUT', path(id), { ...other, version: changed.version });
    expect(again).toMatchObject({ status: 200 });
    expect((await read(id)).version).toBeGreaterThan(changed.version);
  });

  test('answers whoever asks again for the same as the first time', async () => {
    const id = await make();
    const { version } = await read(id);
    for (const _time of [1, 2])
      expect(await anna.call('PUT', path(id), { ...one, version })).toMatchObject({ status: 200 });
  });

  test('is changed as it stands by a call without a version', async () => {
    const id = await make();
    expect(await anna.call('PUT', path(id), one)).toMatchObject({ status: 200 });
    expect(await bela.call('PUT', path(id), other)).toMatchObject({ status: 200 });
  });

  test('lets one of several through who change it at once', async () => {
    const id = await make();
    const { version } = await read(id);
    const answers = await Promise.all(
      [anna, bela, anna, bela].map((by, at) =>
        by.call('PUT', path(id), { ...(at % 2 === 0 ? one : other), version }),
      ),
    );
    const won = answers.flatMap(({ status }, at) => (status === 200 ? [at % 2] : []));
    // Both calls of the one who came first say the same, and the second of them changes nothing.
    expect(new Set(won).size).toBe(1);
    expect(answers.filter(({ status }) => status === 409).map(refusal)).toEqual([STALE, STALE]);
  });

  test.runIf(isDeletable)('is not deleted by whoever has not seen what it is now', async () => {
    const id = await make();
    const { version } = await read(id);
    await anna.call('PUT', path(id), { ...one, version });
    expect(refusal(await bela.call('DELETE', path(id), { version }))).toEqual(STALE);
    const seen = await read(id);
    expect(await bela.call('DELETE', path(id), { version: seen.version })).toMatchObject({ status: 200 });
  });
});

/** A thing without a version, of which the call says what was read. */
type Read = {
  make: () => Promise<string>;
  path: (id: string) => string;
  read: (id: string) => Promise<object>;
  seen: (item: never) => unknown;
  one: () => object;
  other: () => object;
};

let parent: Person;
const twoTeachers: Person[] = [];
const teacher = (at: number) => ({ email: twoTeachers[at]?.email ?? '' });

const READ: Record<string, Read> = {
  'a number that the school tells': {
    make: () => made('/school/facts', { kind: 'number', title: 'Pianos', words: '7' }),
    path: (id) => `/school/facts/${id}`,
    read: async (id) =>
      (await school.call('GET', '/school')).body.facts.find(({ _id }: { _id: string }) => _id === id),
    seen: ({ title, words }: { title: string; words: string }) => ({ title, words }),
    one: () => ({ kind: 'number', title: 'Pianos', words: '8' }),
    other: () => ({ kind: 'number', title: 'Grand pianos', words: '7' }),
  },
  'a child': {
    make: async () =>
      (await parent.call('POST', '/learners', { firstname: 'Mika', lastname: 'Ito', note: 'Nuts' })).body
        .insertedId,
    path: (id) => `/learners/${id}`,
    read: async (id) =>
      (await parent.call('GET', '/learners')).body.find(({ _id }: { _id: string }) => _id === id),
    seen: ({ born, note }: { born: string | null; note: string | null }) => ({ born, note }),
    one: () => ({ note: 'Nuts and milk' }),
    other: () => ({ note: 'Nuts', born: '2015-04-03' }),
  },
  'who teaches a class': {
    make: addClass,
    path: (id) => `/class/teacher/${id}`,
    read: async (id) => (await school.call('GET', `/class/${id}`)).body,
    seen: ({ instructorid }: { instructorid: string | null }) => instructorid,
    one: () => teacher(0),
    other: () => teacher(1),
  },
};

describe.each(Object.entries(READ))('%s', (name, { make, path, read, seen, one, other }) => {
  /** A child is its family’s alone: the second of two is the same parent on another device. */
  const first = () => (name === 'a child' ? parent : anna);
  const second = () => (name === 'a child' ? parent : bela);
  const seenOf = async (id: string) => seen((await read(id)) as never);

  beforeAll(async () => {
    parent ??= await school.signIn('student');
    if (twoTeachers.length === 0)
      twoTeachers.push(await school.signIn('instructor'), await school.signIn('instructor'));
  });

  test('keeps what the first has changed, and the second reads it and changes it then', async () => {
    const id = await make();
    const was = await seenOf(id);
    // The same again is answered as the first time.
    for (const _time of [1, 2])
      expect(await first().call('PUT', path(id), { ...one(), was })).toMatchObject({ status: 200 });
    const changed = await read(id);
    expect(refusal(await second().call('PUT', path(id), { ...other(), was }))).toEqual(STALE);
    expect(await read(id)).toEqual(changed);
    const again = await second().call('PUT', path(id), { ...other(), was: await seenOf(id) });
    expect(again).toMatchObject({ status: 200 });
    expect(await read(id)).not.toEqual(changed);
  });

  test('is changed as it stands by a call that does not say what was read', async () => {
    const id = await make();
    expect(await first().call('PUT', path(id), one())).toMatchObject({ status: 200 });
    expect(await second().call('PUT', path(id), other())).toMatchObject({ status: 200 });
  });

  test('lets one of several through who change it at once', async () => {
    const id = await make();
    const was = await seenOf(id);
    const answers = await Promise.all(
      [first(), second(), first(), second()].map((by, at) =>
        by.call('PUT', path(id), { ...(at % 2 === 0 ? one() : other()), was }),
      ),
    );
    const won = answers.flatMap(({ status }, at) => (status === 200 ? [at % 2] : []));
    expect(new Set(won).size).toBe(1);
    expect(answers.filter(({ status }) => status === 409).map(refusal)).toEqual([STALE, STALE]);
  });
});

test('an order of facts that was read before another change brings no old words back', async () => {
  const id = await made('/school/facts', { kind: 'number', title: 'Halls', words: '2' });
  await anna.call('PUT', `/school/facts/${id}`, { kind: 'number', title: 'Halls', words: '3' });
  const old = { kind: 'number', title: 'Halls', words: '2' };
  const was = { title: 'Halls', words: '2' };
  expect(refusal(await bela.call('PUT', `/school/facts/${id}`, { ...old, was, position: 0 }))).toEqual(STALE);
});
