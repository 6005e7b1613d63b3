import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_SIZE } from '#contract/pages.ts';
import { enrol, enrolForNothing } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let student: Person;

beforeAll(async () => {
  school = await openTestSchool();
  student = await school.signIn('student');
});
afterAll(() => school.close());

const get = async (path: string, person = student) => (await person.call('GET', path)).body;
const select = (classid: string, person = student) =>
  person.call('POST', '/select/class/', { classid, email: person.email });
const ids = (page: { items: { classid: string }[] }) => page.items.map(({ classid }) => classid);

test('how a student stands to classes is told by their ids, and to nobody else', async () => {
  const selected = await school.addClass();
  const deleted = await school.addClass();
  const full = await school.addClass({ availableseat: 1 });
  const paid = await school.addClass();
  await select(selected._id);
  await select(deleted._id);
  await select(full._id);
  await school.db.updateTable('classes').set({ deletedat: 1 }).where('_id', '=', deleted._id).execute();
  const other = await school.signIn('student');
  const { enrolment } = await enrol(school, other, full._id);
  await student.call('POST', '/waitlist', { classid: full._id });
  await enrol(school, student, paid._id);
  const standings = async () =>
    (await get(`/standings/${student.email}`))
      .map(({ classid, standing }: { classid: string; standing: string }) => `${classid} ${standing}`)
      .sort();
  const told = (standing: string) =>
    [
      `${selected._id} selected`,
      `${full._id} selected`,
      `${full._id} ${standing}`,
      `${paid._id} enrolled`,
    ].sort();
  expect(await standings()).toEqual(told('waiting'));
  await other.call('POST', `/enrolments/${enrolment}/cancel`);
  while ((await school.work()) > 0);
  expect(await standings()).toEqual(told('offered'));
  // An offer stays one while the student is paying for it.
  await student.call('POST', '/create-payment-intent', { price: 60, classid: full._id });
  expect(await standings()).toEqual(told('offered'));
  expect((await other.call('GET', `/standings/${student.email}`)).status).toBe(403);
  expect(await get(`/standings/${other.email}`, other)).toEqual([]);
});

test('selected classes come in pages, the newest first, and a page whose rows are gone is the first', async () => {
  const person = await school.signIn('student');
  const mine = `/selectedclass/${person.email}`;
  const classids: string[] = [];
  for (let at = 0; at < PAGE_SIZE + 2; at++) {
    school.clock.now += 1000;
    const { _id } = await school.addClass();
    await select(_id, person);
    classids.unshift(_id);
  }
  const first = await get(`${mine}/page`, person);
  expect(ids(first)).toEqual(classids.slice(0, PAGE_SIZE));
  expect(first.items[0]).toMatchObject({ email: person.email, result: [{ _id: classids[0] }] });
  const second = await get(`${mine}/page?after=${first.next}`, person);
  expect([ids(second), second.next]).toEqual([classids.slice(PAGE_SIZE), null]);
  expect(await get(`${mine}/page?before=${second.previous}`, person)).toEqual(first);
  expect(await get(mine, person)).toEqual([...first.items, ...second.items]);
  for (const { _id } of second.items) await person.call('DELETE', `/selectedclass/delete/${_id}`);
  expect(await get(`${mine}/page?after=${first.next}`, person)).toEqual({ ...first, next: null });
});

test('enrolled classes come in pages, and one of them by its class', async () => {
  const person = await school.signIn('student');
  const mine = `/enrolledclasses/${person.email}`;
  const classids: string[] = [];
  for (let at = 0; at < PAGE_SIZE + 2; at++) {
    school.clock.now += 1000;
    classids.unshift(await enrolForNothing(school, { userid: person.user._id, learnerid: person.learnerid }));
  }
  const first = await get(`${mine}/page`, person);
  const second = await get(`${mine}/page?after=${first.next}`, person);
  expect([...ids(first), ...ids(second)]).toEqual(classids);
  expect(await get(mine, person)).toEqual([...first.items, ...second.items]);
  expect(await get(`${mine}/page?before=${second.previous}`, person)).toEqual(first);
  expect(await get(`${mine}/page?classid=${classids.at(-1)}`, person)).toEqual({
    items: [second.items.at(-1)],
    previous: null,
    next: null,
  });
  expect(ids(await get(`${mine}/page?classid=unknown`, person))).toEqual([]);
  expect((await student.call('GET', `${mine}/page`)).status).toBe(403);
});
