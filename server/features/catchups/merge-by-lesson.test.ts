import { afterAll, beforeAll, expect, test } from 'vitest';
import { addChildBy } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/* Two entries of one child, of which each stands in the register of a lesson, or comes to it as a guest. */

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

async function addLesson(name: string) {
  const { _id: classid } = await school.addClass();
  const { now } = school.clock;
  await school.db
    .insertInto('lessons')
    .values({
      _id: name,
      classid,
      planid: null,
      planday: '2026-09-01',
      day: '2026-09-01',
      startsat: now,
      endsat: now + 1,
      roomid: null,
      teacherid: null,
      state: 'planned',
      reason: null,
      changedat: now,
    })
    .execute();
  return name;
}

const readAll = async () => ({
  attendance: await school.db
    .selectFrom('attendance')
    .selectAll()
    .orderBy('lessonid')
    .orderBy('note')
    .execute(),
  absences: await school.db.selectFrom('absences').selectAll().orderBy('_id').execute(),
  guests: await school.db.selectFrom('guests').selectAll().orderBy('lessonid').orderBy('createdat').execute(),
});

test('of two entries of a child the kept one’s rows of a lesson stand, and undoing brings back the other’s', async () => {
  const { db, clock } = school;
  const parent = await school.signIn('student');
  const [keep, drop] = [await addChildBy(parent), await addChildBy(parent)];
  const [both, own, missed, other] = await Promise.all(['both', 'own', 'missed', 'other'].map(addLesson));
  if (!both || !own || !missed || !other) throw new Error('There are four lessons.');
  const { now } = clock;
  const mark = { byid: admin.user._id, markedat: now, changedat: now } as const;
  await db
    .insertInto('attendance')
    .values([
      { ...mark, lessonid: both, learnerid: keep, state: 'present', note: 'kept' },
      { ...mark, lessonid: both, learnerid: drop, state: 'absent', note: 'other' },
      { ...mark, lessonid: own, learnerid: drop, state: 'late', note: 'moves' },
    ])
    .execute();
  const absence = {
    lessonid: missed,
    words: null,
    earned: 1,
    until: now + 9,
    byid: null,
    createdat: now,
  } as const;
  await db
    .insertInto('absences')
    .values([
      { ...absence, _id: 'a-1', learnerid: keep },
      { ...absence, _id: 'a-2', learnerid: drop },
    ])
    .execute();
  // Each comes to another lesson in place of the same one.
  const guest = { kind: 'catchup', fromlessonid: missed } as const;
  await db
    .insertInto('guests')
    .values([
      { ...guest, lessonid: own, learnerid: keep, createdat: now },
      { ...guest, lessonid: other, learnerid: drop, createdat: now + 1 },
    ])
    .execute();
  const before = await readAll();

  const merged = await admin.call('POST', '/families/merge', { keep, drop });
  expect(merged.body).toMatchObject({ insertedId: expect.any(String) });
  const { attendance, absences, guests } = await readAll();
  expect(attendance.map(({ learnerid, note }) => [learnerid, note])).toEqual([
    [keep, 'kept'],
    [keep, 'moves'],
  ]);
  expect(absences.map(({ _id, learnerid }) => [_id, learnerid])).toEqual([['a-1', keep]]);
  expect(guests.map(({ lessonid, learnerid }) => [lessonid, learnerid])).toEqual([[own, keep]]);

  expect((await admin.call('DELETE', `/families/merge/${merged.body.insertedId}`)).status).toBe(200);
  expect(await readAll()).toEqual(before);
});
