import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;
let clara: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  clara = await school.signIn('instructor');
});
beforeEach(async () => {
  await school.db.deleteFrom('instruments').execute();
  school.changed(['classes']);
});
afterAll(() => school.close());

const PIANO = { name: 'Piano', image: '/art/class-piano-960.webp' };
const CLASS = { classname: 'First steps', price: '10', availableseat: 5 };

const instruments = async () => (await school.call('GET', '/instruments')).body;
const add = async (fields: object): Promise<string> =>
  (await admin.call('POST', '/instruments', { image: '', ...fields })).body.insertedId;
const addClass = (fields: object) => clara.call('POST', '/addclass', { ...CLASS, image: '', ...fields });
const read = async (id: string) => (await clara.call('GET', `/class/${id}`)).body;
const update = (id: string, change: object) => clara.call('PUT', `/class/update/${id}`, change);
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const named = async (instrument: string) => {
  const { items } = (await school.call('GET', `/classes/page?instrument=${instrument}`)).body;
  return items.map(({ _id }: { _id: string }) => _id);
};

test('everybody reads the instruments by name, as they are now', async () => {
  const piano = await add(PIANO);
  const oboe = await add({ name: '  oboe ' });
  expect(await instruments()).toEqual([
    { _id: oboe, name: 'oboe', image: '', version: 1 },
    { _id: piano, ...PIANO, version: 1 },
  ]);
  const change = { name: 'Cor anglais', image: '', version: 1 };
  expect((await admin.call('PUT', `/instruments/${oboe}`, change)).status).toBe(200);
  // The answer was lost, and it is asked again.
  expect((await admin.call('PUT', `/instruments/${oboe}`, change)).status).toBe(200);
  expect(await instruments()).toMatchObject([{ name: 'Cor anglais', version: 2 }, { name: 'Piano' }]);
});

test('the second of two admins who change or delete an instrument learns of the first change', async () => {
  const id = await add(PIANO);
  await admin.call('PUT', `/instruments/${id}`, { ...PIANO, name: 'Grand piano', version: 1 });
  const stale = [409, 'changed-meanwhile'];
  expect(refusal(await admin.call('PUT', `/instruments/${id}`, { ...PIANO, version: 1 }))).toEqual(stale);
  expect(refusal(await admin.call('DELETE', `/instruments/${id}`, { version: 1 }))).toEqual(stale);
});

test('two instruments are not called alike', async () => {
  await add(PIANO);
  const oboe = await add({ name: 'Oboe' });
  const taken = [409, 'instrument-name-taken'];
  expect(refusal(await admin.call('POST', '/instruments', { ...PIANO, name: 'PIANO' }))).toEqual(taken);
  expect(refusal(await admin.call('PUT', `/instruments/${oboe}`, PIANO))).toEqual(taken);
});

test('a name is one that a profile can have too', async () => {
  for (const name of ['Drums, percussion', 'x'.repeat(41)]) {
    const { status, body } = await admin.call('POST', '/instruments', { name, image: '' });
    expect([status, body.errors?.[0].field]).toEqual([400, 'name']);
  }
});

test('one that is called otherwise is so in the profiles that say it, and no other is', async () => {
  const id = await add({ name: 'Double bass' });
  const profile = { words: '', instruments: ['Oud', 'double bass'], version: 0 };
  await clara.call('PUT', `/instructors/${clara.user._id}`, profile);
  const played = async () => (await clara.call('GET', `/instructors/${clara.user._id}`)).body;
  await admin.call('PUT', `/instruments/${id}`, { name: 'Contrabass', image: '', version: 1 });
  expect(await played()).toMatchObject({ instruments: ['Oud', 'Contrabass'], version: 2 });
  await admin.call('DELETE', `/instruments/${id}`, { version: 2 });
  expect(await played()).toMatchObject({ instruments: ['Oud', 'Contrabass'], version: 2 });
});

test('classes are found by their instruments, and those of a deleted one lose it', async () => {
  const piano = await add(PIANO);
  const oboe = await add({ name: 'Oboe' });
  const { body } = await addClass({ instrumentids: [oboe, piano, oboe] });
  const id = body.insertedId;
  const both = [oboe, piano].toSorted();
  expect((await read(id)).instrumentids).toEqual(both);
  expect(await named(piano)).toEqual([]);
  await admin.call('PUT', `/class/approved/${id}`, {});
  const plain = (await school.addClass({}))._id;
  expect(await named(piano)).toEqual([id]);
  expect(await named('none')).not.toContain(id);
  // One change at a time; what is not named stays.
  await update(id, { classname: 'Second steps' });
  expect((await read(id)).instrumentids).toEqual(both);
  await update(id, { instrumentids: [piano] });
  expect(await named(oboe)).toEqual([]);
  const { status, changedat } = await read(id);
  expect({ status, changedat }).toEqual({ status: 'approved', changedat: undefined });
  expect((await admin.call('DELETE', `/instruments/${piano}`, { version: 1 })).body).toEqual({
    deletedCount: 1,
  });
  expect((await read(id)).instrumentids).toEqual([]);
  expect((await read(plain)).instrumentids).toEqual([]);
});

test('a class without a picture shows that of its first instrument that has one', async () => {
  const piano = await add(PIANO);
  const oboe = await add({ name: 'Oboe' });
  const { insertedId } = (await addClass({ instrumentids: [oboe, piano] })).body;
  expect((await read(insertedId)).image).toBe(PIANO.image);
  await update(insertedId, { image: '/art/zither.webp' });
  expect((await read(insertedId)).image).toBe('/art/zither.webp');
  await update(insertedId, { image: '' });
  expect((await read(insertedId)).image).toBe(PIANO.image);
  for (const instrumentids of [[], [oboe]]) {
    const { status, body } = await addClass({ instrumentids });
    expect([status, body.errors[0].field]).toEqual([400, 'image']);
  }
  expect((await addClass({})).status).toBe(400);
});

test('a class names no instrument that is not there', async () => {
  const piano = await add(PIANO);
  const missing = [404, 'instrument-not-found'];
  expect(refusal(await addClass({ instrumentids: [piano, 'other'] }))).toEqual(missing);
  const { insertedId } = (await addClass({ instrumentids: [piano] })).body;
  expect(refusal(await update(insertedId, { instrumentids: ['other'] }))).toEqual(missing);
  expect((await read(insertedId)).instrumentids).toEqual([piano]);
  const many = Array.from({ length: 13 }, (_, at) => `instrument-${at}`);
  expect((await update(insertedId, { instrumentids: many })).status).toBe(400);
});

test('the log has a line of each change', async () => {
  const id = await add(PIANO);
  await admin.call('PUT', `/instruments/${id}`, { ...PIANO, image: '', version: 1 });
  await admin.call('DELETE', `/instruments/${id}`, { version: 2 });
  expect(refusal(await admin.call('PUT', `/instruments/${id}`, PIANO))).toEqual([
    404,
    'instrument-not-found',
  ]);
  expect(refusal(await admin.call('DELETE', `/instruments/${id}`))).toEqual([404, 'instrument-not-found']);
  const { items } = (await admin.call('GET', '/changes?about=school')).body;
  const lines = items.filter(({ subjectid }: { subjectid: string }) => subjectid === id);
  expect(lines.map(({ action, note }: Record<string, string>) => `${action} ${note}`).toSorted()).toEqual([
    'added instrument',
    'deleted instrument',
    'updated instrument',
  ]);
});

test.each(['student', 'instructor', 'office'] as const)('is not for a caller who is a %s', async (role) => {
  const id = await add(PIANO);
  const caller = await school.signIn(role);
  for (const [method, path, body] of [
    ['POST', '/instruments', { ...PIANO, name: 'Second' }],
    ['PUT', `/instruments/${id}`, { ...PIANO, name: 'Second' }],
    ['DELETE', `/instruments/${id}`],
  ] as const)
    expect(refusal(await caller.call(method, path, body))).toEqual([403, 'forbidden']);
  expect(await instruments()).toMatchObject([{ name: 'Piano' }]);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ name: 'Blue\u202eharp' }, 'name'],
  [{ name: 'Harp', image: 'javascript:alert(1)' }, 'image'],
])('%j is refused beside its field', async (fields, field) => {
  const answer = await admin.call('POST', '/instruments', { image: '', ...fields });
  expect([answer.status, answer.body.errors?.[0].field]).toEqual([400, field]);
});
