import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { NOON, noting, seriesOf, ZONE } from './catchups.test-support.ts';

/* Many who want one place at the same time, on PostgreSQL by as many connections. */

let school: TestSchool;
let series: ReturnType<typeof seriesOf>;

beforeAll(async () => {
  school = await openTestSchool();
  series = seriesOf(school);
  await school.db.updateTable('school').set({ missedlessons: 'catchup', timezone: ZONE }).execute();
  school.clock.now = NOON;
});
afterAll(() => school.close());

const ROUNDS = 20;
const RIVALS = 4;

test('of families who want the last place at once one gets it, and whom it replaces stays away', async () => {
  const [home, other] = [await series.class('Home'), await series.class('Other', { guestplaces: 0 })];
  const families = [];
  for (let at = 0; at < RIVALS; at++) families.push(await series.family(home));
  const absent = await series.family(other);
  const rivals = families.map(({ parent, child }) => noting(parent, child));
  const theirs = noting(absent.parent, absent.child);
  for (let round = 0; round < ROUNDS; round++) {
    // Every pair of lessons on days of its own, in a term without end.
    const day = new Date(NOON + (7 + round * 2) * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const next = new Date(NOON + (8 + round * 2) * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const [missed, lesson] = [await series.lesson(home, day), await series.lesson(other, next)];
    await school.db.updateTable('school').set({ catchupsaterm: null }).execute();
    for (const one of rivals) expect((await one.miss(missed)).status).toBe(200);
    expect((await theirs.miss(lesson)).status).toBe(200);
    // Every other time the absent learner comes after all at the same moment.
    const back = round % 2 === 0 ? undefined : theirs.come(lesson);
    const answers = await Promise.all(rivals.map((one) => one.book(missed, lesson)));
    const codes = answers.map(({ status, body }) => body.code ?? status);
    const returned = await back;
    const guests = await school.db
      .selectFrom('guests')
      .select('learnerid')
      .where('lessonid', '=', lesson._id)
      .execute();
    const isBack = returned?.status === 200;
    expect(guests).toHaveLength(isBack ? 0 : 1);
    expect(codes.filter((code) => code === 200)).toHaveLength(guests.length);
    expect(codes.filter((code) => code !== 200 && code !== 'no-place')).toEqual([]);
    if (returned && !isBack) expect(returned.body.code).toBe('guest-took-it');
  }
}, 120_000);

test('one child who is entered twice at once has one place, and one place for each right', async () => {
  const home = await series.class('Own');
  const others = [
    await series.class('First', { guestplaces: 9 }),
    await series.class('Second', { guestplaces: 9 }),
  ];
  const { parent, child } = await series.family(home);
  const family = noting(parent, child);
  const missed = await series.lesson(home, '2026-11-03');
  await family.miss(missed);
  const lessons = [];
  for (const one of others) lessons.push(await series.lesson(one, '2026-11-05'));
  const answers = await Promise.all(
    lessons.flatMap((lesson) => [family.book(missed, lesson), family.book(missed, lesson)]),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const guests = school.db.selectFrom('guests').selectAll().where('learnerid', '=', child);
  expect(await guests.execute()).toHaveLength(1);
});
