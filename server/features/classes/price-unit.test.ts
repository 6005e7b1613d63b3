import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const FORM = {
  classname: 'Cello',
  image: '/art/class-first-piano-960.webp',
  price: '48',
  availableseat: 6,
  priceunit: 'month',
  duetext: 'due to the school on the 1st of each month',
};

test('what a price is for and when it is due is approved with the class, shown, changed and taken away', async () => {
  const teacher = await school.signIn('instructor');
  const admin = await school.signIn('admin');
  const { body: added } = await teacher.call('POST', '/addclass', FORM);
  const id = added.insertedId;
  await admin.call('PUT', `/class/approved/${id}`);
  const shown = async () => (await school.call('GET', `/class/${id}`)).body;
  expect(await shown()).toMatchObject({ priceunit: 'month', duetext: FORM.duetext });
  const { body: page } = await school.call('GET', '/classes/page');
  expect(page.items[0]).toMatchObject({ _id: id, priceunit: 'month', duetext: FORM.duetext });

  const changed = async () =>
    (await admin.call('GET', '/classes/search?status=changed')).body.items.map(
      (item: { _id: string }) => item._id,
    );
  await teacher.call('PUT', `/class/update/${id}`, { priceunit: 'term', duetext: '' });
  expect(await shown()).toMatchObject({ priceunit: 'term' });
  expect(await shown()).not.toHaveProperty('duetext');
  expect(await changed()).toEqual([id]);
  await teacher.call('PUT', `/class/update/${id}`, { priceunit: 'month', duetext: FORM.duetext });
  expect(await changed()).toEqual([]);
  await teacher.call('PUT', `/class/update/${id}`, { priceunit: null });
  expect(await shown()).not.toHaveProperty('priceunit');
});

test('a unit that there is not, and a text that is too long, are refused at their fields', async () => {
  const teacher = await school.signIn('instructor');
  const refused = await teacher.call('POST', '/addclass', {
    ...FORM,
    priceunit: 'week',
    duetext: 'x'.repeat(201),
  });
  expect(refused.status).toBe(400);
  expect(refused.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'duetext',
    'priceunit',
  ]);
});
