import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;
let office: Person;
let teacher: Person;

beforeAll(async () => {
  school = await openTestSchool();
  [admin, office, teacher] = [
    await school.signIn('admin'),
    await school.signIn('office'),
    await school.signIn('instructor'),
  ];
});
afterAll(() => school.close());

const FIELDS = { series: 'Recorder beginners', guestplaces: 2, trialprice: 12.5 };
const addClass = () => school.addClass({ instructoremail: teacher.email });
const shown = async (id: string) => (await school.call('GET', `/class/${id}`)).body;

test('the office and admins say in which series a class is, how many guests it takes and what a trial costs', async () => {
  const { _id } = await addClass();
  expect(Object.keys(await shown(_id))).not.toEqual(expect.arrayContaining(Object.keys(FIELDS)));
  const update = (person: Person, fields: object) => person.call('PUT', `/class/update/${_id}`, fields);
  expect((await update(office, { ...FIELDS, trialprice: '12.50' })).status).toBe(200);
  expect(await shown(_id)).toMatchObject(FIELDS);
  const row = school.db.selectFrom('classes').select('trialprice').where('_id', '=', _id);
  expect(await row.executeTakeFirst()).toEqual({ trialprice: 1250 });
  const [line] = (await admin.call('GET', `/class/history/${_id}`)).body;
  expect(line).toMatchObject({ action: 'updated', note: 'series, guestplaces, trialprice' });

  expect((await update(admin, { trialprice: 0 })).status).toBe(200);
  expect(await shown(_id)).toMatchObject({ trialprice: 0 });
  expect((await update(admin, { series: ' ', guestplaces: 0, trialprice: '' })).status).toBe(200);
  for (const name of Object.keys(FIELDS)) expect(await shown(_id)).not.toHaveProperty(name);
});

test('an instructor changes none of them, and may send them back as they are', async () => {
  const { _id } = await addClass();
  await office.call('PUT', `/class/update/${_id}`, FIELDS);
  for (const fields of [{ series: 'Other' }, { guestplaces: 9 }, { trialprice: null }])
    expect(await teacher.call('PUT', `/class/update/${_id}`, fields)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  const same = await teacher.call('PUT', `/class/update/${_id}`, { ...FIELDS, classname: 'Recorder' });
  expect(same.status).toBe(200);
  expect(await shown(_id)).toMatchObject({ ...FIELDS, classname: 'Recorder' });
});

test.each([
  { series: 'x'.repeat(81) },
  { guestplaces: -1 },
  { guestplaces: 1000 },
  { trialprice: '12,345' },
  { trialprice: -1 },
])('what does not do is refused at its field: %j', async (fields) => {
  const { _id } = await addClass();
  const { status, body } = await office.call('PUT', `/class/update/${_id}`, fields);
  expect([status, body.errors?.[0].field]).toEqual([400, Object.keys(fields)[0]]);
});
