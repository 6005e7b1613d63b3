import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

const DAY_MS = 24 * 60 * 60_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

const schools: Record<string, TestSchool> = {};
const PRICES = ['class', '60'] as const;
beforeAll(async () => {
  for (const price of PRICES) schools[price] = await openTestSchool({ env: { ENROLMENT_PRICE: price } });
});
afterAll(async () => {
  for (const school of Object.values(schools)) await school.close();
});

for (const [terms, sum] of [
  ['class', 30.33],
  ['60', 60],
] as const)
  test(`every list, the selection and the payment say one sum for a class under way, ${terms}`, async () => {
    const school = schools[terms] as TestSchool;
    const { _id } = await school.addClass({ price: 5200, availableseat: 9 });
    for (let at = 1; at <= 12; at++)
      await addLesson(school.db, { classid: _id, day: dayOf(school.clock.now + at * DAY_MS) });
    const [, , , , , sixth] = await school.db
      .selectFrom('lessons')
      .selectAll()
      .where('classid', '=', _id)
      .orderBy('startsat')
      .execute();
    school.clock.now = (sixth?.startsat ?? 0) - 1;
    const person = await school.signIn('student');
    await person.call('POST', '/select/class/', { classid: _id, email: person.email });
    const said = { price: sum, lessons: { left: 7, of: 12 } };
    const { body: listed } = await school.call('GET', '/classes/page');
    const { body: popular } = await school.call('GET', '/popularclasses');
    const { body: shown } = await school.call('GET', `/class/${_id}`);
    const { body: selected } = await person.call('GET', `/selectedclass/${person.email}`);
    for (const found of [listed.items, popular, [shown], selected[0].result])
      expect(found.find((one: { _id: string }) => one._id === _id).today).toMatchObject(said);
    expect(shown.today.next).toMatchObject({ day: sixth?.day, room: null });
    expect(selected[0].result[0].today.next).toEqual(shown.today.next);
    const intent = await person.call('POST', '/checkout', { items: [{ classid: _id }] });
    expect(intent.body.price).toBe(sum);
  });
