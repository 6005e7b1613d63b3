import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { addChildBy } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson, addRoom } from '#tests/support/timetable.ts';

/* A recital and a lesson that want one room at the same moment. */

const ROUNDS = 12;
const FIRST = '2026-10-03';

let school: TestSchool;
let office: Person;
let teacher: Person;
let classid: string;
let learnerid: string;
let roomid: string;

beforeAll(async () => {
  school = await openTestSchool();
  [office, teacher] = [await school.signIn('office'), await school.signIn('instructor')];
  const [admin, family] = [await school.signIn('admin'), await school.signIn('student')];
  classid = (await school.addClass({ instructoremail: teacher.email, availableseat: 9 }))._id;
  learnerid = await addChildBy(family, { firstname: 'Mia' });
  await admin.call('POST', '/enrolments', { learnerid, classid, pay: 'cash' });
  roomid = await addRoom(school.db, { name: 'Hall' });
});
afterAll(() => school.close());

type Ask = () => Promise<{ status: number; body: { code?: string } }>;

/** Asks both at once, by turns the one first; gives what each came to. */
async function atOnce(round: number, asks: readonly [Ask, Ask]) {
  const asked = round % 2 === 0 ? asks : asks.toReversed();
  const answers = await Promise.all(asked.map((ask) => ask()));
  return answers.map(({ status, body }) => body.code ?? status);
}

const evening = (day: string) => ({ name: 'Evening', day, starttime: '18:00', roomid });
const lessonOn = (day: string, starttime: string) => addLesson(school.db, { classid, day, starttime });
const into = (id: string, day: string, starttime: string) =>
  teacher.call('PUT', `/lessons/${id}`, { day, starttime, minutes: 45, roomid });

test('of a recital and a lesson that want a room at once one gets it, and the other is told', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const day = addDays(FIRST, round);
    const { _id } = await lessonOn(day, '18:30');
    const outcomes = await atOnce(round, [
      () => office.call('POST', '/recitals', evening(day)),
      () => into(_id, day, '18:30'),
    ]);
    expect(outcomes.toSorted(), `round ${round}`).toEqual([200, 'room-taken']);
  }
});

test('of an evening that becomes longer and a lesson behind it one gets the time, and the other is told', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const day = addDays(FIRST, 20 + round);
    const { insertedId } = (await office.call('POST', '/recitals', evening(day))).body;
    const { _id } = await lessonOn(day, '19:00');
    const pieces = [1, 2].map(() => ({ learnerids: [learnerid], title: 'Gavotte', minutes: 40 }));
    const outcomes = await atOnce(round, [
      () => teacher.call('PUT', `/recitals/${insertedId}/pieces`, { pieces }),
      () => into(_id, day, '19:00'),
    ]);
    expect(outcomes.toSorted(), `round ${round}`).toEqual([200, 'room-taken']);
  }
});
