import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type LessonChange, notifyOfLessons } from '#server/features/lessons/index.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { addChild } from '#tests/support/people.ts';
import { serving } from '#tests/support/plans.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
let school: TestSchool;
let clara: Person;
let otto: Person;
let admin: Person;
let parent: Person;
let guardian: Person;
let anna: string;
let ben: string;
let roomid: string;

beforeAll(async () => {
  school = await openTestSchool();
  [clara, otto, admin, parent, guardian] = [
    await school.signIn('instructor'),
    await school.signIn('instructor'),
    await school.signIn('admin'),
    await school.signIn('student'),
    await school.signIn('student'),
  ];
  const { db } = school;
  anna = await addChild(db, { userid: parent.user._id, firstname: 'Anna', lastname: 'Ahn' });
  ben = await addChild(db, { userid: parent.user._id, firstname: 'Ben', lastname: 'Ahn' });
  const rights = { userid: guardian.user._id, mayenrol: 0 as const, maypay: 0 as const };
  for (const learnerid of [anna, ben])
    await db
      .insertInto('guardians')
      .values({ ...rights, learnerid, getsmail: 1, createdat: 0 })
      .execute();
  roomid = newId();
  await db
    .insertInto('rooms')
    .values({ _id: roomid, name: 'Attic', places: 20, retiredat: null, createdat: 0 })
    .execute();
});
beforeEach(() => school.db.deleteFrom('mails').execute());
afterAll(() => school.close());

/** A class of Clara's that these take. */
async function classWith(classname: string, learnerids: readonly string[]): Promise<string> {
  const { _id: classid } = await school.addClass({ classname, enrolledstudents: learnerids.length });
  await school.db
    .updateTable('classes')
    .set({ instructorid: clara.user._id })
    .where('_id', '=', classid)
    .execute();
  for (const learnerid of learnerids) await takeClass(school.db, { learnerid, classid });
  return classid;
}

/** A lesson tomorrow at noon, unless told. */
function lesson(fields: Partial<Row<'lessons'>> & { classid: string }): Row<'lessons'> {
  const startsat = fields.startsat ?? school.clock.now + DAY_MS;
  const day = new Date(startsat).toISOString().slice(0, 10);
  return {
    _id: newId(),
    planid: null,
    planday: day,
    day,
    startsat,
    endsat: startsat + HOUR_MS,
    roomid: null,
    teacherid: clara.user._id,
    state: 'planned',
    reason: null,
    closureid: null,
    seq: 0,
    cancelledat: null,
    removedat: null,
    changedat: 0,
    ...fields,
  };
}

const cancelled = (before: Row<'lessons'>, reason: string | null = null): LessonChange => ({
  before,
  after: { ...before, state: 'cancelled', reason, cancelledat: school.clock.now },
});
const notify = (changes: LessonChange[], actor: Person | null = clara) =>
  serving(() =>
    transact(school.db, (tx) =>
      notifyOfLessons(tx, { changes, actor: actor && { _id: actor.user._id }, now: school.clock.now }),
    ),
  );
const mailsTo = ({ email }: Person) => mailsOf(school, email);

test('a lesson that is cancelled is told to the parent and to the guardian who wants mail, with the child’s name and the reason, and not to who cancelled it', async () => {
  const classid = await classWith('Cello', [anna]);
  await school.db.updateTable('guardians').set({ getsmail: 0 }).where('learnerid', '=', ben).execute();
  await notify([cancelled(lesson({ classid }), 'Clara has a cold.')]);
  for (const one of [parent, guardian]) {
    const [mail, ...more] = await mailsTo(one);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Cello: a lesson is cancelled');
    expect(mail?.text).toContain('For: Anna Ahn');
    expect(mail?.text).toContain('Cello: Cancelled: Wednesday, 2 September 2026, 12:00');
    expect(mail?.text).toContain('Clara has a cold.');
  }
  expect(await mailsTo(clara)).toEqual([]);
  await school.db.deleteFrom('mails').execute();
  await notify([cancelled(lesson({ classid: await classWith('Harp', [ben]) }))]);
  expect(await mailsTo(guardian)).toEqual([]);
  await school.db.updateTable('guardians').set({ getsmail: 1 }).execute();
});

test('what one act changes in many lessons is one mail to each, which says whose lesson each is', async () => {
  const [cello, harp] = [await classWith('Cello', [anna]), await classWith('Harp', [ben, parent.learnerid])];
  const moved = lesson({ classid: harp, startsat: school.clock.now + 2 * DAY_MS });
  await notify(
    [
      cancelled(lesson({ classid: cello }), 'Mould'),
      {
        before: moved,
        after: { ...moved, startsat: moved.startsat + DAY_MS, endsat: moved.endsat + DAY_MS, roomid },
      },
    ],
    admin,
  );
  const [mail, ...more] = await mailsTo(parent);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Lessons have changed');
  expect(mail?.text).toContain('Anna Ahn: Cello. Cancelled: Wednesday, 2 September 2026, 12:00 UTC (Mould)');
  const said =
    'Harp. Moved to: Friday, 4 September 2026, 12:00 UTC, Attic (it was Thursday, 3 September 2026, 12:00 UTC)';
  expect(mail?.text).toContain(`Ben Ahn: ${said}`);
  expect(mail?.text).toContain(`You: ${said}`);
  // The guardian of the children is told of them alone.
  const [other] = await mailsTo(guardian);
  expect(other?.text).toContain(`Ben Ahn: ${said}`);
  expect(other?.text).not.toContain('You:');
  // The teacher reads the same once, without a child’s name.
  const [teacher, ...others] = await mailsTo(clara);
  expect(others).toEqual([]);
  expect(teacher?.text).toContain('Cello: Cancelled:');
  expect(teacher?.text).not.toMatch(/Anna|Ben/);
});

test('brothers and sisters in one class are one row, not two', async () => {
  const classid = await classWith('Choir', [anna, ben]);
  await notify([cancelled(lesson({ classid }))]);
  const [mail] = await mailsTo(parent);
  expect(mail?.text).toMatch(/For: (Anna Ahn, Ben|Ben Ahn, Anna) Ahn/);
  expect(mail?.text.match(/Cancelled:/g)).toHaveLength(1);
});

test('a parent who is in a class with a child reads a row for each of them', async () => {
  const classid = await classWith('Choir', [anna, parent.learnerid]);
  await notify([cancelled(lesson({ classid }))]);
  const [mail] = await mailsTo(parent);
  expect(mail?.text).toContain('Anna Ahn: Choir. Cancelled:');
  expect(mail?.text).toContain('You: Choir. Cancelled:');
});

test('a guardian who may no longer get mail of one child when it is sent reads nothing of that one', async () => {
  const [cello, harp] = [await classWith('Cello', [anna]), await classWith('Harp', [ben])];
  await notify([cancelled(lesson({ classid: cello })), cancelled(lesson({ classid: harp }))]);
  await school.db.updateTable('guardians').set({ getsmail: 0 }).where('learnerid', '=', anna).execute();
  const [mail] = await mailsTo(guardian);
  expect(mail?.text).toContain('Ben Ahn: Harp.');
  expect(mail?.text).not.toContain('Cello');
  await school.db.updateTable('guardians').set({ getsmail: 1 }).execute();
});

test('a substitute is told that they hold the lesson, and who teaches the class that somebody else does', async () => {
  const classid = await classWith('Cello', [anna]);
  const before = lesson({ classid });
  await notify([{ before, after: { ...before, state: 'moved', teacherid: otto.user._id } }], admin);
  expect((await mailsTo(otto))[0]?.text).toContain(`with ${otto.user.name}. You are teaching it.`);
  expect((await mailsTo(clara))[0]?.text).toContain('You are no longer teaching it.');
  const [mail] = await mailsTo(parent);
  expect(mail?.subject).toBe('Cello: a lesson has changed');
  expect(mail?.text).toContain(`Changed: Wednesday, 2 September 2026, 12:00 UTC, with ${otto.user.name}`);
});

test('a teacher whose own child is in the class is told of a lesson once', async () => {
  const child = await addChild(school.db, { userid: clara.user._id, firstname: 'Cleo', lastname: 'C' });
  const classid = await classWith('Cello', [child]);
  await notify([cancelled(lesson({ classid }))], admin);
  expect((await mailsTo(clara)).map(({ kind }) => kind)).toEqual(['lessons-taught']);
});

test('nobody is told of a lesson that is over, nor of a change that changes nothing for them', async () => {
  const classid = await classWith('Cello', [anna]);
  const over = lesson({ classid, startsat: school.clock.now - HOUR_MS });
  const same = lesson({ classid });
  await notify([cancelled(over), { before: same, after: { ...same, seq: 1 } }]);
  expect(await mailsOf(school)).toEqual([]);
  // Cancelled last week and made up next week is to come.
  const [madeup] = [lesson({ classid, startsat: school.clock.now + 3 * DAY_MS, state: 'moved' })];
  await notify([{ before: { ...over, state: 'cancelled', cancelledat: 1 }, after: madeup }]);
  expect((await mailsTo(parent))[0]?.subject).toBe('Cello: a lesson takes place after all');
});

test('a whole term that moves is one mail, which names the first lessons and counts the others', async () => {
  const classid = await classWith('Cello', [anna]);
  const all = Array.from({ length: 36 }, (_, week) =>
    lesson({ classid, startsat: school.clock.now + (1 + 7 * week) * DAY_MS }),
  );
  await notify(all.map((after) => ({ after })));
  const [mail, ...more] = await mailsTo(parent);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Cello: there are new lessons');
  expect(mail?.text.match(/New:/g)).toHaveLength(12);
  expect(mail?.text).toContain('24 more');
});
