import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { enrol } from '#tests/support/pay.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

/*
 * What a teacher reads of a child is its name, an age group, a guardian to write to and the note, and that on
 * the rosters of their own classes alone; of one who waits for a class of theirs the name. Every call that an
 * instructor may make is made, with everything that its path could name, as the contract lists them: a new
 * call is in here by itself.
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
 * Nowhere: birthdays, telephones, and whatever is of somebody who is in no class of theirs, or guards a
 * child.
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

const ROSTERS = new Set(['readRoster', 'exportRoster']);
/** Who waits for a class of theirs, by name alone. */
const WAITING = new Set(['listWaiting']);

let school: TestSchool;
let clara: Person;
let admin: Person;
/** Holds a lesson of Clara's class today. */
let substitute: Person;
/** What a path may name: somebody and something of every kind. */
let named: string[];
let own: string;
let others: string;

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
});
afterAll(() => school.close());

const isForInstructors = ({ config: { access } }: Endpoint) =>
  access === 'everyone' || (typeof access === 'object' && 'instructor' in access);

const isRead = ({ method }: Endpoint) => method === 'GET';
/** What only reads comes first: the others may end what there is to read. */
const calls = Object.entries<Endpoint>(endpoints)
  .filter(([, endpoint]) => isForInstructors(endpoint))
  .sort(([, one], [, other]) => Number(isRead(other)) - Number(isRead(one)));

/** Every path that a call may have here. */
const pathsOf = (url: string): string[] => {
  const [parameter] = /:\w+/.exec(url) ?? [];
  return parameter
    ? named.flatMap((name) => pathsOf(url.replace(parameter, encodeURIComponent(name))))
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
    const kept = ROSTERS.has(name) ? NOWHERE : [...NOWHERE, ...OF_ROSTERS];
    const told = WAITING.has(name) ? new Set([OLE.firstname]) : new Set();
    for (const path of pathsOf(endpoint.url)) {
      const payload = await ask(endpoint, path);
      for (const secret of kept.filter((one) => !told.has(one)))
        expect(payload, `${endpoint.method} ${path}`).not.toContain(secret);
    }
  },
);

test('no mail tells a teacher of a child', async () => {
  const mails = school.db.selectFrom('mails').select(['subject', 'letter']);
  const told = JSON.stringify(await mails.where('recipient', '=', clara.email).execute());
  for (const secret of [...NOWHERE, ...OF_ROSTERS]) expect(told).not.toContain(secret);
});
