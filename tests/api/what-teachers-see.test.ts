import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { REVIEW_KINDS } from '#contract/reviews/calls.ts';
import { exampleOf, insertExamples, TABLES } from '#tests/support/examples.ts';
import { enrol } from '#tests/support/pay.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

/*
 * What a teacher reads of a child is its name, an age group, a guardian to write to and the note, and that on
 * the rosters of their own classes alone; of one who waits for a class of theirs, and with the notes of their
 * lessons of one who is in it, the name. Every call that an
 * instructor may make is made, with everything that its path could name, as the contract lists them, and there
 * are the example rows of every table, of a family in a class of theirs and of one that is in none: a new call
 * and a new table are in here by themselves.
 */

const MIA = { firstname: 'Mia-Sentinel', lastname: 'Berg', born: '2016-07-23', note: 'No-nuts-sentinel' };
const OLE = { firstname: 'Ole-Sentinel', lastname: 'Sol', born: '2014-03-19', note: 'Asthma-sentinel' };
const PHONE = '+351 555 014 999';
/** Whom to call, which who holds today's lesson reads alone. */
const EMERGENCY = 'Emergency-sentinel';
const DAY_MS = 24 * 60 * 60_000;

/** On the rosters of their own classes, and nowhere else. */
const OF_ROSTERS = [MIA.firstname, MIA.note, 'mias-parent@test.example'];
/**
 * Nowhere: birthdays, telephones, and whatever is of a family that is in no class of theirs, or of a guardian.
 */
const NOWHERE = [
  MIA.born,
  OLE.born,
  PHONE,
  EMERGENCY,
  OLE.firstname,
  OLE.note,
  'oles-parent@test.example',
  'other-guardian@test.example',
];

/** Of example rows: a birthday, and an account that was asked to look after a child. */
const OF_EXAMPLES = ['2015-01-02', 'aunt@test.example'];

const ROSTERS = new Set(['readRoster', 'exportRoster', 'readRegister']);
/** Who waits for a class of theirs, by name alone. */
const WAITING = new Set(['listWaiting']);
/** Who is in a lesson of theirs, or plays in a recital, by name alone. */
const LESSONS = new Set(['readLessonNotes', 'readPieces']);

let school: TestSchool;
let clara: Person;
let admin: Person;
/** Holds a lesson of Clara's class today. */
let substitute: Person;
/** What a path may name: an account, a learner and a thing of every kind. */
let named: string[];
/** The same of example rows: what only reads is asked for each of them. */
const examples: string[] = [];
let own: string;
let others: string;
/** Of the families with example rows: what no call says, and what rosters may say, who waits, or who is in lessons. */
let families: Record<'nowhere' | 'rosters' | 'waiting' | 'lessons', string[]>;

beforeAll(async () => {
  school = await openTestSchool();
  const { db, clock } = school;
  clara = await school.signIn('instructor');
  const [parent, stranger, guardian] = await Promise.all(
    ['mias-parent', 'oles-parent', 'other-guardian'].map(async (name) => {
      const person = await school.signIn('student');
      const email = `${name}@test.example`;
      const contact = { email, phone: PHONE, emergencyname: EMERGENCY, emergencyphone: '+351 555 014 777' };
      await db.updateTable('users').set(contact).where('_id', '=', person.user._id).execute();
      return { ...person, email };
    }),
  );
  if (!parent || !stranger || !guardian) throw new Error('Three have signed in.');
  own = (await school.addClass({ instructoremail: clara.email, availableseat: 2, agefrom: 8 }))._id;
  others = (await school.addClass({ instructoremail: 'other-teacher@test.example' }))._id;
  const mia = await addChild(db, { userid: parent.user._id, ...MIA });
  const ole = await addChild(db, { userid: stranger.user._id, ...OLE });
  const rights = { mayenrol: 1, maypay: 1, getsmail: 1, createdat: clock.now } as const;
  await db
    .insertInto('guardians')
    .values({ learnerid: mia, userid: guardian.user._id, ...rights })
    .execute();
  admin = await school.signIn('admin');
  substitute = await school.signIn('instructor');
  const byHand = async (learnerid: string, classid: string): Promise<string> =>
    (await admin.call('POST', '/enrolments', { learnerid, classid, pay: 'cash' })).body.insertedId;
  const enrolments = [await byHand(mia, own), await byHand(ole, others)];
  const taker = await school.signIn('student');
  await taker.call('PUT', `/learners/${taker.learnerid}`, { born: '2000-01-01' });
  await enrol(school, taker, own);
  const waits = await stranger.call('POST', '/waitlist', { classid: own, learnerid: ole });
  expect([...enrolments, waits.body._id]).toEqual([
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ]);
  const lesson = async (classid: string, at: number, teacherid: string | null = null) =>
    (await addLesson(db, { classid, day: new Date(at).toISOString().slice(0, 10), teacherid }))._id;
  const lessons = [
    await lesson(own, clock.now, substitute.user._id),
    await lesson(own, clock.now + DAY_MS),
    await lesson(others, clock.now),
  ];
  named = [
    ...[own, others, mia, ole, ...enrolments, waits.body._id, ...lessons],
    ...[parent, stranger, guardian, clara].flatMap(({ user, learnerid, email }) => [
      user._id,
      learnerid,
      email,
    ]),
  ];
  await fillTables();
});
afterAll(() => school.close());

/** Tables that say who teaches or writes, which everyone may read. */
const OF_TEACHERS = TABLES.flatMap(([table, { columns = {} }]) =>
  Object.keys(columns).some((column) => /^(teacher|instructor|author)id$/.test(column)) ? [table] : [],
);

async function fillTables() {
  const { db } = school;
  const teacher = await school.signIn('instructor');
  const fill = async (firstname: string, name: string, classids: readonly string[] = []) => {
    const person = await school.signIn('student');
    const email = `${name.toLowerCase()}@test.example`;
    await db.updateTable('users').set({ email, name }).where('_id', '=', person.user._id).execute();
    const of = { ...(await exampleOf(school, person)), email, name };
    const [classid = of.classid, nextclass = of.nextclass] = classids.toSorted();
    const example = { ...of, classid, nextclass };
    const taught = { ...example, userid: teacher.user._id, email: teacher.email, name: teacher.user.name };
    const inserted = [
      ...(await insertExamples(db, taught, OF_TEACHERS)),
      ...(await insertExamples(
        db,
        example,
        TABLES.map(([table]) => table).filter((table) => !OF_TEACHERS.includes(table)),
      )),
    ];
    const [lastname, note] = [`Quill-${firstname}`, `Note-${firstname}`];
    await db
      .updateTable('learners')
      .set({ firstname, lastname, note })
      .where('_id', '=', of.childid)
      .execute();
    const ids = inserted.flatMap(([, rows]) =>
      rows.flatMap(({ _id }) => (typeof _id === 'string' ? [_id] : [])),
    );
    examples.push(...new Set([...ids, classid, nextclass, of.userid, of.learnerid, email]));
    return { ...of, firstname, lastname, note };
  };
  const counts = { instructoremail: clara.email, enrolledstudents: 4, availableseat: 4 };
  const classids = [(await school.addClass(counts))._id, (await school.addClass(counts))._id];
  const [theirs, unknown] = [
    await fill('Tuva-Sentinel', 'Runa-Sentinel', classids),
    await fill('Ugo-Sentinel', 'Alda-Sentinel'),
  ];
  const idsOf = ({ userid, learnerid, childid }: typeof theirs) => [userid, learnerid, childid];
  const wordsOf = ({ email, name, firstname, lastname, note }: typeof theirs) => [
    email,
    name,
    firstname,
    lastname,
    note,
  ];
  families = {
    nowhere: [...OF_EXAMPLES, ...idsOf(unknown), ...wordsOf(unknown)],
    rosters: [...idsOf(theirs), ...wordsOf(theirs)],
    waiting: [theirs.learnerid, theirs.name],
    lessons: [theirs.learnerid, theirs.childid, theirs.name, theirs.firstname, theirs.lastname],
  };
}

const isForInstructors = ({ config: { access } }: Endpoint) =>
  access === 'everyone' || (typeof access === 'object' && 'instructor' in access);

const isRead = ({ method }: Endpoint) => method === 'GET';
/** What only reads comes first: the others may end what there is to read. */
const calls = Object.entries<Endpoint>(endpoints)
  .filter(([, endpoint]) => isForInstructors(endpoint))
  .sort(([, one], [, other]) => Number(isRead(other)) - Number(isRead(one)));

/** Every path that a call may have here. */
const pathsOf = (url: string, names: readonly string[]): string[] => {
  const [parameter] = /:\w+/.exec(url) ?? [];
  const values = parameter === ':kind' ? REVIEW_KINDS : names;
  return parameter
    ? values.flatMap((name) => pathsOf(url.replace(parameter, encodeURIComponent(name)), names))
    : [url];
};

const ask = async ({ method, url }: Endpoint, path: string): Promise<string> => {
  const answer = await school.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${await clara.issue()}` },
    // Nothing in it counts, but for what an empty body says.
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  });
  if (answer.statusCode >= 500) throw new Error(`${method} ${url}: ${answer.statusCode}`);
  // Who asks may be told what they asked with.
  return answer.statusCode < 400 ? answer.payload : '';
};

test('the rosters of their own classes say the name, the note and whom to write to', async () => {
  for (const path of [`/rosters/${own}`, `/rosters/${own}/csv`]) {
    const payload = await ask(endpoints.readRoster, path);
    for (const said of [...OF_ROSTERS, '10 to 11']) expect(payload).toContain(said);
  }
  expect(await ask(endpoints.readRoster, `/rosters/${others}`)).toBe('');
});

test('whom to call is said on the day to who holds the lesson and to admins, and to no key', async () => {
  const path = `/rosters/${own}`;
  const read = async (by: Person, from = path) => (await by.call('GET', from)).status;
  const says = async (by: Person) => JSON.stringify((await by.call('GET', path)).body).includes(EMERGENCY);
  expect([await says(substitute), await says(admin), await says(clara)]).toEqual([true, true, false]);
  // The substitute reads what the lesson takes, on the screen, and of no other class.
  expect(await read(substitute, `/class/${own}/waitlist`)).toBe(403);
  expect(await substitute.call('GET', `/rosters/${others}`)).toMatchObject({ status: 403 });
  const file = { url: `/api${path}/csv`, headers: { authorization: `Bearer ${await substitute.issue()}` } };
  expect((await school.app.inject(file)).statusCode).toBe(403);
  const key = await admin.call('POST', '/keys', {
    name: 'Roster',
    scopes: ['people'],
    days: 1,
  });
  for (const end of ['', '/csv']) {
    const headers = { authorization: `Bearer ${key.body.secret}` };
    const answer = await school.app.inject({ url: `/api${path}${end}`, headers });
    expect(answer.payload).toContain(MIA.firstname);
    expect(answer.payload).not.toContain(EMERGENCY);
  }
  school.clock.now += DAY_MS;
  expect([await read(substitute), await says(clara), await says(admin)]).toEqual([403, true, true]);
  school.clock.now += DAY_MS;
  expect([await says(clara), await says(admin)]).toEqual([false, false]);
  school.clock.now -= 2 * DAY_MS;
});

test.each(calls)(
  '%s tells a teacher nothing of a child that is not theirs to know',
  async (name, endpoint) => {
    const nowhere = [...NOWHERE, ...families.nowhere];
    const kept = ROSTERS.has(name) ? nowhere : [...nowhere, ...OF_ROSTERS, ...families.rosters];
    const told = new Set([
      ...(WAITING.has(name) ? [OLE.firstname, ...families.waiting] : []),
      ...(LESSONS.has(name) ? [MIA.firstname, ...families.lessons] : []),
    ]);
    const names = isRead(endpoint) ? [...named, ...examples] : named;
    for (const path of pathsOf(endpoint.url, names)) {
      const payload = await ask(endpoint, path);
      for (const secret of kept.filter((one) => !told.has(one)))
        expect(payload, `${endpoint.method} ${path}`).not.toContain(secret);
    }
  },
);

test('no mail tells a teacher of a child', async () => {
  const mails = school.db.selectFrom('mails').select(['subject', 'letter']);
  const told = JSON.stringify(await mails.where('recipient', '=', clara.email).execute());
  for (const secret of [...NOWHERE, ...OF_ROSTERS, ...families.nowhere, ...families.rosters])
    expect(told).not.toContain(secret);
});
