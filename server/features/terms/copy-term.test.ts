import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addRoom } from '#tests/support/lessons.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';

/* The clock stands on 1 September 2026. */

const AUTUMN = { name: 'Autumn', firstday: '2026-09-07', lastday: '2026-12-18' };
const SPRING = { name: 'Spring', firstday: '2027-01-11', lastday: '2027-03-26', offeruntil: '2026-12-31' };

let school: TestSchool;
let admin: Person;
let teacher: Person;
let term: string;

beforeAll(async () => {
  school = await openTestSchool();
  const [version, timezone] = [1, 'Europe/Berlin'];
  await (await school.signIn('admin')).call('PUT', '/school', { timezone, version });
});
beforeEach(async () => {
  [admin, teacher] = [await school.signIn('admin'), await school.signIn('instructor')];
  for (const table of [
    'lessons',
    'plans',
    'closures',
    'terms',
    'rooms',
    'mails',
    'enrolments',
    'orders',
    'classes',
  ] as const)
    await school.db.deleteFrom(table).execute();
  term = (await admin.call('POST', '/terms', AUTUMN)).body.insertedId;
});
afterAll(() => school.close());

const PLAN = { weekday: 2, starttime: '16:00', minutes: 45, everyweeks: 1, roomid: null };

async function planned(plan: object = {}, fields: Parameters<typeof school.addClass>[0] = {}) {
  const course = await school.addClass({ instructoremail: teacher.email, availableseat: 6, ...fields });
  const { firstday, lastday } = AUTUMN;
  const plans = [{ ...PLAN, firstday, lastday, ...plan }];
  const answer = await admin.call('PUT', `/class/plans/${course._id}`, { plans });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return course;
}

const copy = (fields: object = {}, query = '') =>
  admin.call('POST', `/terms/${term}/copy${query}`, { ...SPRING, ...fields });
const copiesOf = (classid: string) =>
  school.db.selectFrom('classes').selectAll().where('copyof', '=', classid).execute();
const lessonsOf = (classid: string) =>
  school.db.selectFrom('lessons').selectAll().where('classid', '=', classid).orderBy('startsat').execute();
const left = async (fields: object = {}) => {
  const { body } = await copy(fields);
  return body.leftout.map(({ reason }: { reason: string }) => reason);
};

test('classes and their plans are copied whole, with free seats, for their learners first', async () => {
  const roomid = await addRoom(school, { places: 6 });
  const original = await planned(
    { roomid },
    {
      enrolledstudents: 2,
      availableseat: 4,
      agefrom: 6,
      priceunit: 'term',
      duetext: 'due by the second lesson',
      series: 'Recorder beginners',
      guestplaces: 2,
      trialprice: 900,
    },
  );
  const { status, body } = await copy();
  expect(status).toBe(200);
  expect(body).toEqual({
    insertedId: expect.any(String),
    classes: 1,
    lessons: 11,
    copied: [{ classid: original._id, classname: original.classname, lessons: 11 }],
    leftoutclasses: 0,
    leftout: [],
  });
  const [course] = await copiesOf(original._id);
  expect(course).toMatchObject({
    classname: original.classname,
    instructorid: original.instructorid,
    price: original.price,
    status: 'approved',
    approvedas: original.approvedas,
    changedat: null,
    agefrom: 6,
    priceunit: 'term',
    duetext: 'due by the second lesson',
    series: 'Recorder beginners',
    guestplaces: 2,
    trialprice: 900,
    capacity: 6,
    availableseat: 6,
    heldseats: 0,
    enrolledstudents: 0,
    // The first moment of the day after, in Berlin.
    opensat: Date.parse('2026-12-31T23:00:00Z'),
  });
  const lessons = await lessonsOf(course?._id ?? '');
  expect([lessons[0], lessons.at(-1)]).toMatchObject([
    { day: '2027-01-12', startsat: Date.parse('2027-01-12T15:00:00Z'), roomid, teacherid: teacher.user._id },
    { day: '2027-03-23' },
  ]);
  expect((await school.call('GET', '/terms')).body.map(({ name }: { name: string }) => name)).toEqual([
    'Autumn',
    'Spring',
  ]);
});

test('a dry run says the same and changes nothing', async () => {
  const original = await planned();
  const dry = await copy({}, '?dry=1');
  expect(await copiesOf(original._id)).toEqual([]);
  expect(await school.db.selectFrom('terms').select('name').execute()).toEqual([{ name: 'Autumn' }]);
  const { insertedId: _, ...done } = (await copy()).body;
  expect(dry.body).toEqual(done);
});

test('copied again, by two at once too, only what is missing is', async () => {
  const original = await planned();
  const both = await Promise.all([copy(), copy()]);
  expect(both.map(({ body }) => body.classes).sort()).toEqual([0, 1]);
  expect(new Set(both.map(({ body }) => body.insertedId)).size).toBe(1);
  const late = await planned({ weekday: 3 });
  expect((await copy()).body).toMatchObject({ classes: 1, copied: [{ classid: late._id }] });
  expect(await copiesOf(original._id)).toHaveLength(1);
  const [{ _id } = { _id: '' }] = await copiesOf(original._id);
  await school.db.deleteFrom('lessons').where('classid', '=', _id).execute();
  await admin.call('DELETE', `/delete/${_id}`);
  expect((await copy()).body.classes).toBe(1);
});

test('only approved classes are copied that meet in the term and not in the next', async () => {
  await planned({}, { status: 'pending' });
  await planned({ firstday: '2026-09-08', lastday: '2027-07-01', weekday: 3 });
  await school.addClass();
  const deleted = await planned({ weekday: 4 });
  await admin.call('DELETE', `/delete/${deleted._id}`);
  expect((await copy()).body).toMatchObject({ classes: 0, leftoutclasses: 0 });
});

test.each([
  ['begins and ends within a week of the term', '2026-09-12', '2026-12-14', '2027-01-11', '2027-03-26'],
  ['begins two weeks later', '2026-09-21', '2026-12-18', '2027-01-25', '2027-03-26'],
  ['ends with its fourth week', '2026-09-07', '2026-10-04', '2027-01-11', '2027-02-07'],
])('a plan that %s does so in the next', async (_, firstday, lastday, from, to) => {
  const original = await planned({ firstday, lastday });
  await copy();
  const [course] = await copiesOf(original._id);
  const plans = school.db
    .selectFrom('plans')
    .selectAll()
    .where('classid', '=', course?._id ?? '');
  expect(await plans.executeTakeFirstOrThrow()).toMatchObject({ ...PLAN, firstday: from, lastday: to });
});

test('closed days of the next term have no lesson', async () => {
  await admin.call('POST', '/closures', { name: 'Snow', firstday: '2027-01-12', lastday: '2027-01-19' });
  await planned();
  expect((await copy()).body.lessons).toBe(9);
});

test('what stands in the way leaves a class out, and everything else is copied', async () => {
  const roomid = await addRoom(school);
  const clashing = await planned({ roomid });
  await planned({ weekday: 3 });
  const other = await school.addClass({ instructorname: 'Other', classname: 'Tuba', availableseat: 1 });
  const inTheWay = { ...PLAN, roomid, firstday: '2027-01-12', lastday: '2027-01-12' };
  await admin.call('PUT', `/class/plans/${other._id}`, { plans: [inTheWay] });
  const { body } = await copy();
  expect(body).toMatchObject({
    classes: 1,
    leftout: [
      {
        classid: clashing._id,
        reason: 'clash',
        clashes: [{ day: '2027-01-12', kind: 'room', with: 'Tuba' }],
      },
    ],
  });
  expect(await copiesOf(clashing._id)).toEqual([]);
  await admin.call('PUT', `/class/plans/${other._id}`, { plans: [] });
  expect((await copy()).body).toMatchObject({ classes: 1, leftoutclasses: 0 });
});

test('a class is left out that has no teacher, no room or too small a one, or no lesson', async () => {
  const roomid = await addRoom(school, { places: 6 });
  const course = await planned({ roomid });
  await school.db.updateTable('rooms').set({ places: 5 }).execute();
  expect(await left()).toEqual(['room-too-small']);
  await school.db.updateTable('rooms').set({ retiredat: 1 }).execute();
  expect(await left()).toEqual(['no-room']);
  await school.db.updateTable('rooms').set({ retiredat: null, places: 6 }).execute();
  expect(await left({ firstday: '2027-01-13', lastday: '2027-01-15' })).toEqual(['no-lessons']);
  await school.db.updateTable('classes').set({ instructorid: null }).where('_id', '=', course._id).execute();
  expect(await left()).toEqual(['no-teacher']);
});

test('each family is told once of the places that are kept for it, and nobody of a dry run', async () => {
  const [one, other] = [await planned(), await planned({ weekday: 3 }, { classname: 'Cello' })];
  const student = await school.signIn('student');
  for (const { _id: classid } of [one, other])
    await takeClass(school.db, { learnerid: student.learnerid, classid });
  const mails = async () => (await mailsOf(school)).filter(({ kind }) => kind === 'next-term');
  await copy({}, '?dry=1');
  expect(await mails()).toEqual([]);
  await copy();
  const [mail, ...more] = await mails();
  expect([mail?.recipient, mail?.subject, more]).toEqual([
    student.email,
    'Your place in the next term: Spring',
    [],
  ]);
  const [first] = await copiesOf(one._id);
  expect(mail?.text).toContain(`/classes/${first?._id}`);
  expect(mail?.text).toContain('Cello');
  expect(mail?.text).toContain('A place is kept for you in Spring.');
});

test('each teacher is told once of all their classes and when they meet, and who copies is not', async () => {
  await planned({}, { classname: 'Cello' });
  await planned({ weekday: 4, starttime: '17:00' }, { classname: 'Viola' });
  const other = await school.signIn('instructor');
  await planned({}, { classname: 'Oboe', instructoremail: other.email });
  await planned({}, { classname: 'Harp', instructoremail: admin.email });
  await school.db.deleteFrom('mails').execute();
  await copy({}, '?dry=1');
  expect(await mailsOf(school)).toEqual([]);
  await copy();
  const mails = await mailsOf(school);
  expect(mails.map(({ kind, recipient }) => [kind, recipient]).sort()).toEqual(
    [other.email, teacher.email].sort().map((recipient) => ['term-set-up', recipient]),
  );
  const mail = mails.find(({ recipient }) => recipient === teacher.email);
  expect(mail?.subject).toBe('Spring: 2 classes to teach');
  expect(mail?.text).toMatch(/Cello: Tuesdays.*16:00[\s\S]*Viola: Thursdays.*17:00/);
  expect(mail?.text).not.toContain('Oboe');
  // Asked again, only what is missing is copied, and no teacher is mailed twice.
  await copy();
  expect(await mailsOf(school)).toHaveLength(2);
});

test('of a child it is written to the family', async () => {
  const parent = await school.signIn('student');
  const { insertedId: learnerid } = (
    await parent.call('POST', '/learners', { firstname: 'Mia', lastname: 'Lee' })
  ).body;
  await takeClass(school.db, { learnerid, classid: (await planned())._id });
  await copy();
  const mails = (await mailsOf(school)).filter(({ kind }) => kind === 'next-term');
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining('A place is kept for your family in Spring.'),
  ]);
});

test('a copy is planned, and opens, on the clocks of the zone that another process has just changed', async () => {
  const original = await planned();
  await school.call('GET', '/school');
  await school.db.updateTable('school').set({ timezone: 'Europe/London' }).execute();
  expect((await copy()).status).toBe(200);
  await school.db.updateTable('school').set({ timezone: 'Europe/Berlin' }).execute();
  const [course] = await copiesOf(original._id);
  expect(course?.opensat).toBe(Date.parse('2027-01-01T00:00:00Z'));
  const [lesson] = await lessonsOf(course?._id ?? '');
  expect(lesson?.startsat).toBe(Date.parse('2027-01-12T16:00:00Z'));
});

test('without days that are kept everybody may come at once, and nobody is told', async () => {
  const original = await planned();
  school.clock.now += 24 * 60 * 60_000;
  expect((await copy({ offeruntil: '2026-09-01' })).status).toBe(200);
  expect(await copiesOf(original._id)).toMatchObject([{ opensat: null }]);
  expect(await school.db.selectFrom('mails').selectAll().where('kind', '=', 'next-term').execute()).toEqual(
    [],
  );
  school.clock.now -= 24 * 60 * 60_000;
});

test('original and copy are found by their term, on the public list and on that of admins', async () => {
  const original = await planned();
  const { insertedId: next } = (await copy()).body;
  const [course] = await copiesOf(original._id);
  for (const [id, classid] of [
    [term, original._id],
    [next, course?._id],
  ])
    for (const path of ['/classes/page', '/classes/search']) {
      const { status, body } = await admin.call('GET', `${path}?term=${id}`);
      expect(status, path).toBe(200);
      expect([body.total, body.items.map(({ _id }: { _id: string }) => _id)]).toEqual([1, [classid]]);
    }
  const all = (await admin.call('GET', `/classes/all?term=${next}`)).body;
  expect(all.map(({ _id }: { _id: string }) => _id)).toEqual([course?._id]);
  expect((await admin.call('GET', '/classes/page?term=unknown')).body.items).toEqual([]);
});

test('a term that is there already with these days is taken as it is', async () => {
  const { offeruntil: _, ...days } = SPRING;
  const spring = (await admin.call('POST', '/terms', { ...days, name: 'Spring term' })).body.insertedId;
  expect((await copy()).body.insertedId).toBe(spring);
  expect(await school.db.selectFrom('terms').selectAll().execute()).toHaveLength(2);
});

test.each([
  [{ firstday: '2026-12-18' }, 'firstday'],
  [{ offeruntil: '2027-03-27' }, 'offeruntil'],
  [{ offeruntil: '' }, 'offeruntil'],
  [{ name: '' }, 'name'],
])('%j is refused beside its field', async (fields, field) => {
  for (const query of ['', '?dry=1']) {
    const { status, body } = await copy(fields, query);
    expect([status, body.errors?.[0].field]).toEqual([400, field]);
  }
  expect((await admin.call('POST', '/terms/unknown/copy', SPRING)).body.code).toBe('term-not-found');
});
