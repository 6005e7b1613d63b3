import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallSchema, LIST_NOUNS } from '#contract/endpoint.ts';
import { KEY_SCOPES } from '#contract/keys/calls.ts';
import { v1Calls } from '#contract/v1/calls.ts';
import { v1Endpoints } from '#contract/v1/schema.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { LISTS } from './lists/lists.ts';
import { WRITES } from './writes.ts';

const HOUR_MS = 3_600_000;

/* What programs read and write with a key. Which key may make which call is in the table of all calls. */

let school: TestSchool;
let admin: Person;
let secret: string;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  secret = await makeKey(KEY_SCOPES);
});
afterAll(() => school.close({ typed: ['Robinson', 'Otto', 'Exam', 'Theirs'] }));

async function makeKey(scopes: readonly string[], more: object = {}): Promise<string> {
  const { body } = await admin.call('POST', '/keys', { name: 'Website sync', scopes, ...more });
  return body.secret;
}

type Options = { key?: string; headers?: Record<string, string>; body?: object; by?: string };
let keys = 0;

async function ask(method: string, url: string, { body, by = secret, headers, key }: Options = {}) {
  const answer = await school.app.inject({
    method: method as 'GET',
    url: `/api/v1${url}`,
    headers: {
      authorization: `Bearer ${by}`,
      ...(method !== 'GET' && { 'idempotency-key': key ?? `key-${++keys}` }),
      ...headers,
    },
    ...(body && { payload: body }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: answer.body ? answer.json() : undefined,
  };
}

const addFamily = async (name: string) => {
  const learners = [{ firstname: 'Mika', lastname: name }];
  const { body } = await ask('POST', '/families', { body: { name: `Otto ${name}`, learners } });
  return body.insertedId as string;
};

test('a key says what it is and may do', async () => {
  const { status, body } = await ask('GET', '/me');
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'Website sync', scopes: KEY_SCOPES, addresses: [] });
  expect(body.until).toMatch(/^\d{4}-\d\d-\d\d$/);
});

describe('lists', () => {
  test.each(LIST_NOUNS)('%s have a shape, an ETag and an end', async (noun) => {
    const { status, body, headers } = await ask('GET', `/${noun}`);
    expect([status, body]).toMatchObject([200, { items: expect.any(Array), next: null }]);
    const again = await ask('GET', `/${noun}`, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(Object.keys(LISTS)).toContain(noun);
    expect((await ask('GET', `/${noun}/none`)).body).toMatchObject({ code: 'not-found' });
    expect((await ask('GET', `/${noun}?cursor=x`)).body).toMatchObject({ code: 'cursor-unknown' });
    const old = new Date(Date.now() - 91 * 24 * 60 * 60_000).toISOString();
    expect((await ask('GET', `/${noun}?since=${old}`)).body).toMatchObject({ code: 'since-too-old' });
    expect((await ask('GET', `/${noun}?limit=0`)).body).toMatchObject({ code: 'invalid-input' });
  });

  test.each(LIST_NOUNS)('%s give no page for a cursor that a program made itself', async (noun) => {
    const since = new Date().toISOString();
    const cursorOf = (of: string, at: unknown[]) =>
      Buffer.from(JSON.stringify([of, ...at])).toString('base64url');
    const strings = [['\0'], ['a\0b']];
    const numbers = [1e30, -1e30, 1.5].flatMap((one) => [
      [one, 'x'],
      [one, 'x', 'y'],
    ]);
    const mixed = [
      [1, '\0'],
      [1, 'x', '\0'],
    ];
    for (const at of [...strings, ...numbers, ...mixed])
      for (const [of, query] of [
        [noun, ''],
        [`${noun} since`, `&since=${since}`],
      ] as const) {
        const { status, body } = await ask('GET', `/${noun}?cursor=${cursorOf(of, at)}${query}`);
        expect([status, body.code], JSON.stringify(at)).toEqual([400, 'cursor-unknown']);
      }
  });

  test('pages follow one another in one order, and what changed comes by itself', async () => {
    const since = new Date().toISOString();
    const ids = [await addFamily('Robinson'), await addFamily('Robinson'), await addFamily('Robinson')];
    const read: string[] = [];
    let next: string | null = null;
    do {
      const { body }: { body: { items: { _id: string }[]; next: string | null } } = await ask(
        'GET',
        `/families?limit=2${next ? `&cursor=${next}` : ''}`,
      );
      expect(body.items.length).toBeLessThanOrEqual(2);
      read.push(...body.items.map(({ _id }) => _id));
      next = body.next;
    } while (next);
    expect(new Set(read).size).toBe(read.length);
    expect(read).toEqual(expect.arrayContaining(ids));
    const changed = (await ask('GET', `/families?since=${since}`)).body.items;
    expect(changed.map(({ _id }: { _id: string }) => _id)).toEqual(expect.arrayContaining(ids));
  });
});

describe('writes', () => {
  test('are made once for each Idempotency-Key, and answered the same', async () => {
    const body = { name: 'Otto Robinson', learners: [] };
    const all = await Promise.all(
      Array.from({ length: 20 }, () => ask('POST', '/families', { body, key: 'once' })),
    );
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(all[0]?.status).toBe(200);
    const other = await ask('POST', '/families', { body: { ...body, name: 'Else' }, key: 'once' });
    expect([other.status, other.body.code]).toEqual([422, 'key-reused']);
    const { insertedId } = all[0]?.body ?? {};
    expect((await ask('GET', `/families/${insertedId}`)).body).toMatchObject({ name: 'Otto Robinson' });
    const lines = (await admin.call('GET', '/changes')).body.items;
    const own = lines.filter(({ subjectid }: { subjectid: string }) => subjectid === insertedId);
    expect(own).toMatchObject([{ keyname: 'Website sync', actorname: admin.user.name }]);
    school.clock.now += 25 * HOUR_MS;
    await school.work();
    secret = await makeKey(KEY_SCOPES);
    expect((await ask('POST', '/families', { body, key: 'once' })).body.insertedId).not.toBe(insertedId);
  });

  test('need an Idempotency-Key of characters that a header has', async () => {
    const body = { name: 'Otto Robinson', learners: [] };
    for (const key of ['', 'x'.repeat(201)])
      expect((await ask('POST', '/families', { body, key })).body.code).toBe('key-missing');
  });

  test('that are refused change nothing, and are refused the same again', async () => {
    const { _id: classid } = await school.addClass({ availableseat: 1, price: 0 });
    const [one, two] = [await addFamily('Robinson'), await addFamily('Robinson')];
    const place = async (family: string, key: string) => {
      const { learnerids } = (await ask('GET', `/families/${family}`)).body;
      return ask('POST', '/enrolments', {
        key,
        body: { classid, learnerid: learnerids.at(-1), pay: 'free' },
      });
    };
    const placed = await place(one, 'placed');
    expect(placed.status).toBe(200);
    const full = await place(two, 'full');
    expect([full.status, full.body.code]).toEqual([409, 'class-full']);
    expect((await ask('DELETE', `/enrolments/${placed.body.insertedId}`)).status).toBe(200);
    const again = await place(two, 'full');
    expect([again.status, again.text]).toEqual([409, full.text]);
    expect((await place(two, 'anew')).status).toBe(200);
  });

  test('of each kind do what the office would, and say which key did', async () => {
    const userid = await addFamily('Robinson');
    const { learnerids } = (await ask('GET', `/families/${userid}`)).body;
    const child = learnerids.at(-1);
    const { _id: classid } = await school.addClass({ price: 3000 });
    const day = new Date(school.clock.now + 3 * 24 * HOUR_MS).toISOString().slice(0, 10);
    const today = new Date(school.clock.now).toISOString().slice(0, 10);
    const lesson = await addLesson(school.db, { classid, day, starttime: '16:00' });
    const held = await addLesson(school.db, { classid, day: today, starttime: '22:00' });
    const { _id: fullid } = await school.addClass({ price: 0, availableseat: 1 });
    const other = (await ask('GET', `/families/${await addFamily('Robinson')}`)).body.learnerids.at(-1);
    const made: Record<string, string> = {};
    const done = new Set<string>();
    const countLines = async () =>
      (await school.db.selectFrom('changes').select('_id').where('keyname', '=', 'Website sync').execute())
        .length;
    const write = async (name: keyof typeof WRITES, url: string, body?: object) => {
      done.add(name);
      const before = await countLines();
      const answer = await ask(v1Calls[name].method, url, body && { body });
      expect([name, answer.status, answer.text]).toEqual([name, 200, answer.text]);
      const { unlogged }: CallSchema = v1Endpoints[name].schema;
      expect([name, (await countLines()) > before]).toEqual([name, unlogged === undefined]);
      return answer.body;
    };
    done.add('v1AddFamily');
    await write('v1ChangeFamily', `/families/${userid}`, { town: 'Porto' });
    const born = '2015-03-04';
    const added = await write('v1AddPerson', '/people', {
      userid,
      firstname: 'Ida',
      lastname: 'Robinson',
      born,
    });
    await write('v1ChangePerson', `/people/${added.insertedId}`, { firstname: 'Ada' });
    expect((await ask('GET', `/people/${added.insertedId}`)).body).toMatchObject({
      name: 'Ada Robinson',
      born,
    });
    made.due = (
      await write('v1AddEnrolment', '/enrolments', { classid, learnerid: child, pay: 'due' })
    ).insertedId;
    await write('v1MarkPaid', `/enrolments/${made.due}/paid`, { kind: 'cash' });
    expect((await ask('GET', `/enrolments/${made.due}`)).body).toMatchObject({ paidby: 'cash', price: 60 });
    const charge = { userid, kind: 'fee', label: 'Exam', amount: 12.5, day: today };
    made.charge = (await write('v1AddCharge', '/charges', charge)).insertedId;
    await write('v1ReverseCharge', `/charges/${made.charge}/reverse`);
    await write('v1AddMovement', '/movements', { userid, kind: 'transfer', amount: 20, day: today });
    const marks = [
      { learnerid: child, state: 'present', markedat: new Date(school.clock.now).toISOString() },
    ];
    await write('v1MarkAttendance', `/lessons/${held._id}/attendance`, { marks });
    expect((await ask('GET', `/attendance?lessonid=${held._id}`)).body.items).toMatchObject([
      { learnerid: child, state: 'present' },
    ]);
    await write('v1ChangeLesson', `/lessons/${lesson._id}`, { starttime: '17:00' });
    expect((await ask('GET', `/lessons/${lesson._id}`)).body).toMatchObject({ state: 'moved' });
    await write('v1CancelLesson', `/lessons/${lesson._id}`, { reason: 'Exam' });
    await write('v1EndEnrolment', `/enrolments/${made.due}`);
    expect((await ask('GET', `/enrolments/${made.due}`)).status).toBe(404);
    const post = {
      title: 'Exam',
      blog_description: 'Exam',
      blog: 'Exam',
      image: '/art/cello-480.webp',
      category: 'Study',
    };
    const { insertedId: postid } = await write('v1AddPost', '/posts', post);
    await write('v1ChangePost', `/posts/${postid}`, {
      ...post,
      blog: 'Exam *in March*',
      version: (await ask('GET', `/posts/${postid}`)).body.version,
    });
    expect((await ask('GET', `/posts/${postid}`)).body).toMatchObject({ state: 'draft' });
    await ask('POST', '/enrolments', { body: { classid: fullid, learnerid: other, pay: 'free' } });
    const waiting = { classid: fullid, learnerid: child };
    const entry = (await write('v1JoinWaitlist', '/waitlist', waiting)).insertedId;
    expect((await ask('GET', `/waitlist/${entry}`)).body).toMatchObject({ state: 'waiting' });
    await write('v1LeaveWaitlist', `/waitlist/${entry}`);
    const again = (await write('v1JoinWaitlist', '/waitlist', waiting)).insertedId;
    await school.db
      .updateTable('classes')
      .set({ capacity: 2, availableseat: 1 } as object)
      .where('_id', '=', fullid)
      .execute();
    await write('v1OfferPlace', `/waitlist/${again}/offer`);
    const hook = { url: 'https://office.example/', events: ['enrolled'] };
    const { _id: hookid } = (await admin.call('POST', '/webhooks', hook)).body;
    const [from, to] = [-1, 1].map((hours) => new Date(school.clock.now + hours * HOUR_MS).toISOString());
    await write('v1RedeliverMessages', `/webhooks/${hookid}/redeliver`, { from, to });
    expect([...done].sort()).toEqual(Object.keys(WRITES).sort());
  });

  test('that end a place paid by card leave the refund to the workers', async () => {
    const student = await school.signIn('student');
    const { _id: classid } = await school.addClass({ price: 6000 });
    const { enrolment } = await enrol(school, student, classid);
    const { status, body } = await ask('DELETE', `/enrolments/${enrolment}`);
    expect([status, body]).toEqual([200, { state: 'refund_due', price: 60, currency: 'usd' }]);
    while ((await school.work()) > 0);
    const { body: past } = await student.call('GET', `/pastenrolments/${student.email}`);
    expect(past).toMatchObject([{ _id: enrolment, state: 'refunded', returned: 60 }]);
  });

  test('never act with more than the office may, nor in the name of who lost the role', async () => {
    const other = await school.signIn('admin');
    const { body } = await other.call('POST', '/keys', { name: 'Theirs', scopes: ['families:write'] });
    const add = () =>
      ask('POST', '/families', { body: { name: 'Otto Robinson', learners: [] }, by: body.secret });
    expect((await add()).status).toBe(200);
    expect((await ask('GET', '/families', { by: body.secret })).body.code).toBe('key-forbidden');
    await admin.call('PATCH', `/users/student/${other.user._id}`, { was: 'admin' });
    expect((await add()).body.code).toBe('key-unknown');
  });
});

test('a key opens nothing from elsewhere, or after its last day', async () => {
  const day = new Date(school.clock.now + 2 * 24 * HOUR_MS).toISOString().slice(0, 10);
  const near = await makeKey(['terms:read'], { addresses: ['127.0.0.0/8', '2001:db8::/32'], until: day });
  const far = await makeKey(['terms:read'], { addresses: ['203.0.113.0/24'] });
  expect((await ask('GET', '/terms', { by: near })).status).toBe(200);
  expect((await ask('GET', '/terms', { by: far })).body.code).toBe('key-elsewhere');
  for (const addresses of [['everywhere'], ['10.0.0.0/33'], ['::1/129']])
    expect((await admin.call('POST', '/keys', { name: 'X', scopes: ['terms:read'], addresses })).status).toBe(
      400,
    );
  for (const until of ['2020-01-01', '2040-01-01'])
    expect((await admin.call('POST', '/keys', { name: 'X', scopes: ['terms:read'], until })).status).toBe(
      400,
    );
  school.clock.now += 4 * 24 * HOUR_MS;
  expect((await ask('GET', '/terms', { by: near })).body.code).toBe('key-unknown');
  admin = await school.signIn('admin');
});

test('a key is told what is left of its calls, and that the calls of the website end for it', async () => {
  const { headers } = await ask('GET', '/terms');
  expect(headers['ratelimit-policy']).toMatch(/^"key";q=\d+;w=60$/);
  expect(headers.ratelimit).toMatch(/^"key";r=\d+;t=\d+$/);
  expect(headers).not.toHaveProperty('deprecation');
  const old = await school.app.inject({ url: '/api/users', headers: { authorization: `Bearer ${secret}` } });
  expect([old.statusCode, old.headers.deprecation, old.headers.sunset]).toEqual([
    ...[200, expect.stringMatching(/^@\d+$/), expect.stringMatching(/GMT$/)],
  ]);
});

describe('a copy of the school', () => {
  type Gone = { _id: string; deletedat?: string };
  const readAll = async (since?: string) => {
    let calls = 0;
    const copy: Record<string, Map<string, Gone>> = {};
    for (const noun of LIST_NOUNS) {
      const records = new Map<string, Gone>();
      for (let next: string | null = ''; next !== null; ) {
        const query: string[] = [...(next ? [`cursor=${next}`] : []), ...(since ? [`since=${since}`] : [])];
        if (!since && (noun === 'lessons' || noun === 'attendance'))
          query.push('from=2026-08-01', 'to=2026-10-31');
        const { body }: { body: { items: Gone[]; next: string | null } } = await ask(
          'GET',
          `/${noun}?${query.join('&')}`,
        );
        calls++;
        for (const item of body.items) records.set(item._id, item);
        next = body.next;
      }
      copy[noun] = records;
    }
    return { copy, calls };
  };

  test('is read in 20 calls, and kept in step by what changed since', async () => {
    const since = new Date().toISOString();
    const { copy, calls } = await readAll();
    expect(calls).toBeLessThanOrEqual(20);
    const userid = await addFamily('Robinson');
    const { learnerids } = (await ask('GET', `/families/${userid}`)).body;
    const { _id: classid } = await school.addClass({ price: 3000 });
    const enrol = { classid, learnerid: learnerids.at(-1), pay: 'cash' };
    const place = (await ask('POST', '/enrolments', { body: enrol })).body.insertedId;
    await ask('POST', '/movements', { body: { userid, kind: 'cash', amount: 5, day: '2026-09-01' } });
    const kept = await ask('POST', '/enrolments', {
      body: { ...enrol, learnerid: learnerids[0], pay: 'due' },
    });
    expect(kept.status).toBe(200);
    await ask('DELETE', `/enrolments/${place}`);
    await school.work();
    const news = (await readAll(since)).copy;
    expect(news.enrolments?.get(place)).toEqual({ _id: place, deletedat: expect.any(String) });
    for (const noun of LIST_NOUNS)
      for (const [id, record] of news[noun] ?? [])
        if (record.deletedat) copy[noun]?.delete(id);
        else copy[noun]?.set(id, record);
    const now = (await readAll()).copy;
    for (const noun of LIST_NOUNS) {
      const inOrder = (some = new Map<string, Gone>()) =>
        [...some.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1));
      const isOut = ({ _id }: Gone) => now[noun]?.has(_id) ?? false;
      const own = inOrder(copy[noun]);
      // Lessons of other days are in what changed.
      expect(noun === 'lessons' ? own.filter(isOut) : own, noun).toEqual(inOrder(now[noun]));
    }
  });
});
