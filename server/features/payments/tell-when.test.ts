import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsOf } from '#tests/support/mails.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { addLesson, addPlan, addRoom } from '#tests/support/timetable.ts';

const DAY_MS = 24 * 60 * 60_000;
let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

test('the mails of a place say its day, its hours, its room and the next lesson', async () => {
  const { _id } = await school.addClass({ classname: 'Zither', availableseat: 3 });
  const day = new Date(school.clock.now + 7 * DAY_MS).toISOString().slice(0, 10);
  const roomid = await addRoom(school.db, { name: 'Piano Studio' });
  await addPlan(school.db, { classid: _id, firstday: day, lastday: day });
  await addLesson(school.db, { classid: _id, day, roomid });
  const person = await school.signIn('student');
  const { enrolment } = await enrol(school, person, _id);
  await person.call('POST', `/enrolments/${enrolment}/cancel`);
  const mails = await mailsOf(school, person.email);
  const textOf = (kind: string) => mails.find((mail) => mail.kind === kind)?.text ?? '';
  const when = /: \w+s \d\d:\d\d–\d\d:\d\d, Piano Studio, next \d+ \w+/;
  expect(textOf('enrolled')).toMatch(new RegExp(`When${when.source}`));
  expect(textOf('cancelled')).toMatch(new RegExp(`It met${when.source}`));
});
