import { afterAll, beforeAll, expect, test } from 'vitest';
import { addChildBy, letGuard } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { enrol, seatIn } from '#tests/support/pay.ts';
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

test('a guardian who is told that a child’s place has ended reads which class, whose place, and when it met', async () => {
  const { _id: classid } = await school.addClass({ classname: 'Zither', availableseat: 3 });
  const day = new Date(school.clock.now + 7 * DAY_MS).toISOString().slice(0, 10);
  const roomid = await addRoom(school.db, { name: 'Harp Studio' });
  await addPlan(school.db, { classid, firstday: day, lastday: day });
  await addLesson(school.db, { classid, day, roomid });
  const [parent, guardian] = [await school.signIn('student'), await school.signIn('student')];
  const learnerid = await addChildBy(parent, { firstname: 'Mia', lastname: 'Sol' });
  await letGuard(school, { parent, guardian, learnerid, rights: { getsmail: true } });
  const id = await seatIn(
    school,
    { _id: classid, classname: 'Zither' },
    { userid: parent.user._id, learnerid },
  );
  await parent.call('POST', `/enrolments/${id}/cancel`);
  const mails = await mailsOf(school, guardian.email);
  const text = mails.find(({ kind }) => kind === 'place-ended')?.text ?? '';
  for (const words of [/For: Mia Sol/, /Class: Zither/, /It met: \w+s \d\d:\d\d–\d\d:\d\d, Harp Studio/])
    expect(text).toMatch(words);
});
