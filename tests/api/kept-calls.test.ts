import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/* What visitors are answered by calls that everybody may make: read once, sent many times. */

const URL = '/api/classes/all';
let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  for (let n = 0; n < 5; n++) await school.addClass({ classname: `Oboe ${n}` });
});
afterAll(() => school.close());
beforeEach(async () => {
  school.clock.now += 60_000;
  await school.app.inject(URL);
});

/** Changes what the call shows past everything that would tell so. */
const rename = (classname: string) => school.db.updateTable('classes').set({ classname }).execute();
const names = (answer: { body: string }) =>
  new Set(JSON.parse(answer.body).map(({ classname }: { classname: string }) => classname));
const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  school.app.inject({ url: URL, method, headers });

test('an answer is read once, and again when it is told that something changed or after five seconds', async () => {
  await rename('Bassoon');
  expect(names(await get())).not.toContain('Bassoon');
  school.changed(['instructors']);
  expect(names(await get())).not.toContain('Bassoon');
  school.changed(['classes']);
  expect(names(await get())).toEqual(new Set(['Bassoon']));
  await rename('Horn');
  school.clock.now += 4999;
  expect(names(await get())).toEqual(new Set(['Bassoon']));
  school.clock.now += 1;
  expect(names(await get())).toEqual(new Set(['Horn']));
});

test('a dry run is no change, for calls that know one', async () => {
  const { _id } = await school.addClass({ classname: 'Oboe' });
  await get();
  await rename('Lute');
  await admin.call('PUT', `/class/plans/${_id}?dry=1`, { plans: [] });
  expect(names(await get())).not.toContain('Lute');
  await admin.call('PUT', `/class/plans/${_id}`, { plans: [] });
  expect(names(await get())).toContain('Lute');
  await rename('Lyre');
  await admin.call('PUT', `/class/update/${_id}?dry=1`, { price: 61 });
  expect(names(await get())).toContain('Lyre');
});

test('words that a call does not know make no answer of their own, and those that it knows do', async () => {
  await rename('Tuba');
  school.changed(['classes']);
  await get();
  await rename('Flute');
  expect(names(await school.app.inject(`${URL}?utm_source=x&level=`))).toEqual(new Set(['Tuba']));
  expect(names(await school.app.inject(`${URL}?q=flute`))).toEqual(new Set(['Flute']));
});

test('a request with a token is never answered from what is kept, even if the token is invalid', async () => {
  await school.addClass({ classname: 'Draft', status: 'pending' });
  const bearer = async (token: string) => get({ authorization: `Bearer ${token}` });
  expect(names(await bearer(await admin.issue()))).toContain('Draft');
  expect((await bearer(await admin.issue())).headers).toMatchObject({
    'x-role': 'admin',
    'cache-control': 'no-store',
  });
  await rename('Harp');
  const nobody = await bearer('nobody');
  expect(nobody.statusCode).toBe(200);
  expect(names(nobody)).toEqual(new Set(['Harp']));
  expect(names(await get())).not.toContain('Draft');
});

test('it is compressed as the client likes it, and says on what it depends', async () => {
  const plain = await get();
  expect(plain.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding, authorization',
    'x-content-type-options': 'nosniff',
    'content-length': String(plain.rawPayload.length),
  });
  for (const unpack of [brotliDecompressSync, gunzipSync]) {
    const coding = unpack === gunzipSync ? 'gzip' : 'br';
    // The second is sent as it was kept.
    for (let n = 0; n < 2; n++) {
      const packed = await get({ 'accept-encoding': coding });
      expect(packed.headers['content-encoding']).toBe(coding);
      expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
    }
  }
  expect((await get({ 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
});

test('a client that has the answer already gets 304 until it changes', async () => {
  const { etag = '' } = (await get()).headers;
  for (const tag of [etag, `"other", ${etag.replace('W/', '')}`, '*']) {
    const known = await get({ 'if-none-match': tag });
    expect(known.statusCode).toBe(304);
    expect(known.body).toBe('');
    expect(known.headers).toMatchObject({ etag, vary: 'accept-encoding, authorization' });
    expect(known.headers['content-length']).toBeUndefined();
  }
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
  await rename('Viola');
  school.changed(['classes']);
  expect((await get({ 'if-none-match': etag })).statusCode).toBe(200);
});

test('its head alone is the same without the body', async () => {
  const whole = await get();
  for (const answer of [
    await get({}, 'HEAD'),
    await school.app.inject({ url: `${URL}?q=viola`, method: 'HEAD' }),
  ]) {
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
    expect(answer.headers.etag).toBeDefined();
  }
  const { date: _, 'x-request-id': __, ...headers } = whole.headers;
  expect((await get({}, 'HEAD')).headers).toMatchObject(headers);
});

test('what is asked for at once is read once, and a failure is kept from nobody else', async () => {
  school.changed(['classes']);
  const [one, other] = await Promise.all([get(), get()]);
  expect(one?.body).toBe(other?.body);
  expect((await school.app.inject('/api/class/unknown')).statusCode).toBe(404);
  const { _id } = await school.addClass();
  expect((await school.app.inject(`/api/class/${_id}`)).statusCode).toBe(200);
  await admin.call('DELETE', `/delete/${_id}`);
  expect((await school.app.inject(`/api/class/${_id}`)).statusCode).toBe(404);
});

test('a long list is made once for all who ask at once, and kept', async () => {
  const { _id, instructorname: _name, instructoremail: _email, ...row } = await school.addClass();
  const more = Array.from({ length: 600 }, (_, n) => ({ ...row, _id: `${_id}-${n}` }));
  await school.db.insertInto('classes').values(more.slice(0, 300)).execute();
  await school.db.insertInto('classes').values(more.slice(300)).execute();
  school.changed(['classes']);
  const answers = await Promise.all([get(), get(), get()]);
  for (const answer of answers) {
    expect(answer.json().length).toBeGreaterThan(600);
    expect(answer.headers.etag).toBe(answers[0]?.headers.etag);
  }
  await rename('Zither');
  expect(names(await get())).not.toContain('Zither');
  school.changed(['classes']);
  expect(names(await get())).toEqual(new Set(['Zither']));
});
