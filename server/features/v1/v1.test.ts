import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIST_NOUNS } from '#contract/endpoint.ts';
import { KEY_SCOPES } from '#contract/keys/calls.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { LISTS } from './lists/lists.ts';

/* What programs read and write with a key. Which key may make which call is in the table of all calls. */

let school: TestSchool;
let admin: Person;
let secret: string;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  secret = await makeKey(KEY_SCOPES);
});
afterAll(() => school.close({ typed: ['Robinson', 'Otto', 'Exam'] }));

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
  });
});
