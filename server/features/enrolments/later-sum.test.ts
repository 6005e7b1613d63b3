import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailsOf } from '#tests/support/mails.ts';
import { enrol, FEE } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

const LESSONS = ['2026-09-08', '2026-09-15', '2026-09-22'];
const DUE = { price: 4800, priceunit: 'term' as const, duetext: 'due to the school by the second lesson.' };

let school: TestSchool;
let person: Person;
let classid: string;

async function openClass(at: TestSchool) {
  const { _id } = await at.addClass({ classname: 'Cello', availableseat: 9, ...DUE });
  for (const day of LESSONS) await addLesson(at.db, { classid: _id, day });
  return _id;
}
const textOf = async (at: TestSchool, { email }: Person) =>
  (await mailsOf(at, email)).find(({ kind }) => kind === 'enrolled')?.text ?? '';
const receiptOf = async ({ call }: Person, id: string) => (await call('GET', `/receipts/${id}`)).body;

describe('with a flat fee the price of a class, which is paid to the school later,', () => {
  beforeAll(async () => {
    school = await openTestSchool();
  });
  beforeEach(async () => {
    person = await school.signIn('student');
    classid = await openClass(school);
  });
  afterAll(() => school.close());

  test('stands on the receipt and in the mail, with what it is for and when it is due', async () => {
    const { enrolment } = await enrol(school, person, classid);
    expect(await receiptOf(person, enrolment)).toMatchObject({
      price: FEE,
      later: { price: 48, priceunit: 'term', duetext: DUE.duetext, lessons: 3 },
    });
    const text = await textOf(school, person);
    expect(text).toContain('Paid: $60');
    expect(text).toContain('To pay later: $48 per term of 3 lessons, due to the school by the second lesson');
  });

  test('is said of no place that has ended, or whose sum the office has agreed', async () => {
    const { enrolment } = await enrol(school, person, classid);
    await person.call('POST', `/enrolments/${enrolment}/cancel`);
    expect(await receiptOf(person, enrolment)).not.toHaveProperty('later');
    const [admin, other] = [await school.signIn('admin'), await school.signIn('student')];
    const { learnerid } = other;
    const { body } = await admin.call('POST', '/enrolments', { classid, learnerid, pay: 'free' });
    expect(await receiptOf(other, body.insertedId)).not.toHaveProperty('later');
    expect(await textOf(school, other)).not.toContain('To pay later');
  });

  test('is in no sum of the books', async () => {
    await enrol(school, person, classid);
    const admin = await school.signIn('admin');
    const csv = await school.app.inject({
      method: 'GET',
      url: '/api/reports/payments.csv',
      headers: { authorization: `Bearer ${await admin.issue()}` },
    });
    const lines = csv.body.split('\r\n').filter((line) => line.includes(person.email));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('60.00');
    expect(lines[0]).not.toContain('48.00');
  });
});

test('where the price is all, nothing is said of later', async () => {
  const ofClasses = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  const payer = await ofClasses.signIn('student');
  const { enrolment } = await enrol(ofClasses, payer, await openClass(ofClasses), 48);
  expect(await receiptOf(payer, enrolment)).not.toHaveProperty('later');
  expect(await textOf(ofClasses, payer)).not.toContain('To pay later');
  await ofClasses.close();
});
