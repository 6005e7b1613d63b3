import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { schoolTables } from '#server/database/migrations/index.ts';
import { migrate, type OpenDatabase } from '#server/database/open.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { expandPlans } from '#server/features/lessons/index.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { type SeedDeps, seedSchool } from './seed.ts';

const DAY_MS = 86_400_000;

let opened: OpenDatabase<Database>;
beforeEach(async () => {
  opened = await openTestDatabase();
  await migrate(opened.db, schoolTables);
});
afterEach(() => opened.close());

const payments: SeedDeps['payments'] = {
  currency: 'usd',
  cancelUntilHours: 48,
  priceOf: () => 6000,
  importPayments: async (_tx, made) =>
    made.map(({ metadata: { order } }) => ({
      intentid: `pi_${order}`,
      clientsecret: '',
      chargeid: `ch_${order}`,
      cardlast4: '4242',
      refundid: `re_${order}`,
    })),
};

const seed = (now: number) =>
  seedSchool({
    db: opened.db,
    now: () => now,
    createAccount: async ({ email }) => email,
    payments,
    expandPlans,
    makeSchool: async () => {},
  });

const read = <
  T extends 'classes' | 'rooms' | 'terms' | 'closures' | 'lessons' | 'enrolments' | 'confirmedclashes',
>(
  table: T,
) =>
  opened.db
    .selectFrom(table as 'lessons')
    .selectAll()
    .execute() as unknown as Promise<Row<T>[]>;

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** How a description says of how many meetings its class is. */
const MEETINGS = new RegExp(`\\b(${NUMBERS.join('|')}) (?:\\w+ )?(?:lessons|evenings|mornings)\\b`, 'i');

const overlaps = (lessons: readonly Row<'lessons'>[]) =>
  lessons
    .toSorted((one, other) => one.startsat - other.startsat)
    .filter((lesson, at, all) => (all[at + 1]?.startsat ?? Number.POSITIVE_INFINITY) < lesson.endsat);

// A Monday morning, a Sunday evening, the turn of a year, a leap day.
describe.each([
  Date.UTC(2026, 10, 23, 6),
  Date.UTC(2026, 10, 29, 22),
  Date.UTC(2026, 11, 31, 12),
  Date.UTC(2028, 1, 29, 12),
])('the demo that is first started at %d', (now) => {
  test('has a term in progress: every class has lessons behind it and before it, unless it is not decided whether it runs', async () => {
    await seed(now);
    const today = new Date(now).toISOString().slice(0, 10);
    const terms = await read('terms');
    expect(terms).toHaveLength(3);
    expect(terms.filter(({ firstday, lastday }) => firstday <= today && today <= lastday)).toHaveLength(1);
    const lessons = (await read('lessons')).filter(({ state }) => state !== 'cancelled');
    for (const { _id, classname, status, decideby } of await read('classes')) {
      const own = lessons.filter(({ classid }) => classid === _id);
      const [behind, before] = [
        own.filter(({ endsat }) => endsat < now),
        own.filter(({ startsat }) => startsat > now),
      ];
      if (status === 'approved') expect(behind.length > 0, classname).toBe(decideby === null);
      if (decideby !== null) expect(before.every(({ day }) => day > decideby)).toBe(true);
      expect(before.length > 0, classname).toBe(status !== 'denied');
    }
  });

  test('says of no class more or fewer lessons than it has, and no group smaller than its seats', async () => {
    await seed(now);
    const lessons = (await read('lessons')).filter(({ state }) => state !== 'cancelled');
    const said = (await read('classes')).flatMap(({ _id, classname, description, status }) => {
      const [, word = ''] = MEETINGS.exec(description) ?? [];
      return word && status !== 'denied'
        ? [{ _id, classname, count: NUMBERS.indexOf(word.toLowerCase()) }]
        : [];
    });
    expect(said.length).toBeGreaterThan(1);
    for (const { _id, classname, count } of said)
      expect(lessons.filter(({ classid }) => classid === _id).length, classname).toBe(count);
    for (const { classname, description } of await read('classes'))
      expect(description, classname).not.toMatch(/groups of|at most/i);
  });

  test('has two lessons in no room and with no teacher at the same time, and none where it is closed', async () => {
    await seed(now);
    const lessons = (await read('lessons')).filter(({ state }) => state !== 'cancelled');
    for (const key of ['roomid', 'teacherid'] as const)
      for (const own of Map.groupBy(lessons, (lesson) => lesson[key]).values())
        expect(overlaps(own)).toEqual([]);
    for (const closure of await read('closures')) {
      const { firstday, lastday, roomid, teacherid } = closure;
      const closed = lessons.filter(({ day }) => firstday <= day && day <= lastday);
      expect(
        closed.filter(
          (lesson) =>
            (roomid ?? lesson.roomid) === lesson.roomid &&
            (teacherid ?? lesson.teacherid) === lesson.teacherid,
        ),
        closure.name,
      ).toEqual([]);
    }
  });

  test('has something to show: moved, cancelled, with a substitute, and rooms that are nearly full', async () => {
    await seed(now);
    const [lessons, classes] = [await read('lessons'), await read('classes')];
    const coming = lessons.filter(({ startsat }) => startsat > now && startsat < now + 15 * DAY_MS);
    expect(new Set(coming.map(({ state }) => state))).toEqual(new Set(['planned', 'moved', 'cancelled']));
    const teacherOf = new Map(classes.map(({ _id, instructorid }) => [_id, instructorid]));
    expect(coming.some(({ classid, teacherid }) => teacherid !== teacherOf.get(classid))).toBe(true);
    const rooms = new Map((await read('rooms')).map(({ _id, places }) => [_id, places]));
    const left = lessons.map(({ roomid, classid }) => {
      const capacity = classes.find(({ _id }) => _id === classid)?.capacity ?? 0;
      return (rooms.get(roomid ?? '') ?? 0) - capacity;
    });
    expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
    expect(left.filter((places) => places <= 4).length).toBeGreaterThan(20);
  });

  test('has nobody in two lessons at the same time who has not confirmed it', async () => {
    await seed(now);
    const lessons = (await read('lessons')).filter(({ state }) => state !== 'cancelled');
    const confirmed = new Set(
      (await read('confirmedclashes')).map(
        ({ learnerid, classid, otherid }) => `${learnerid} ${classid} ${otherid}`,
      ),
    );
    expect(confirmed.size).toBeGreaterThan(0);
    for (const [learnerid, own] of Map.groupBy(
      await read('enrolments'),
      (enrolment) => enrolment.learnerid,
    )) {
      const mine = lessons.filter(({ classid }) => own.some((enrolment) => enrolment.classid === classid));
      for (const one of mine)
        for (const other of mine)
          if (one.classid < other.classid && one.startsat < other.endsat && other.startsat < one.endsat)
            expect(confirmed).toContain(`${learnerid} ${one.classid} ${other.classid}`);
    }
  });
});
