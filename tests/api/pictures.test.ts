import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PICTURE_COLUMNS } from '#server/services/picture-uses.ts';
import { bytesOf, noise } from '#tests/support/image-host/pictures.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

const DAY_MS = 24 * 60 * 60_000;
const PASSWORD = 'Practice!1';

/** Uploads a new picture; gives its path. */
async function upload(token?: string): Promise<string> {
  const form = new FormData();
  form.set('image', new File([await bytesOf(noise(60, 60).png())], 'picture.png', { type: 'image/png' }));
  const request = new Request('http://school.test/', { method: 'POST', body: form });
  const answer = await school.app.inject({
    method: 'POST',
    url: '/images/1/upload?key=cadenza-web',
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(answer.statusCode).toBe(200);
  return new URL(answer.json().data.display_url).pathname;
}

const statusOf = async (path: string) => (await school.app.inject({ url: path })).statusCode;
const ownerOf = async (path: string) => {
  const [row] = (
    await sql<{
      owner: string | null;
      pool: string;
    }>`select owner, pool from images where hash = ${path.slice(3, 67)}`.execute(school.db)
  ).rows;
  return row;
};
const identity = async (name: string, body: object) => {
  const url = `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=cadenza-web`;
  return (await school.app.inject({ method: 'POST', url, payload: body })).json();
};

test('an upload counts to whoever signed it, by the access token or the ID token; anything else is a stranger’s', async () => {
  const clara = await school.signIn('instructor');
  const { token } = clara;
  expect(await ownerOf(await upload(token))).toEqual({ owner: clara.user._id, pool: 'people' });

  const email = 'ana@test.example';
  const { idToken, localId } = await identity('signUp', {
    email,
    password: PASSWORD,
    returnSecureToken: true,
  });
  // She proved who she is, and the school has no record of her yet.
  expect(await ownerOf(await upload(idToken))).toEqual({ owner: localId, pool: 'people' });

  const forged = `${token.slice(0, -4)}AAAA`;
  for (const stranger of [undefined, 'junk', forged]) {
    expect(await ownerOf(await upload(stranger))).toEqual({ owner: null, pool: 'strangers' });
  }
  await school.db.updateTable('signins').set({ endedat: school.clock.now }).execute();
  expect(await ownerOf(await upload(token))).toEqual({ owner: null, pool: 'strangers' });
});

test('a picture stays while any record of the school or an account names it, and goes a day after the last one', async () => {
  const clara = await school.signIn('instructor');
  const absolute = (path: string) => `https://old.school.example${path}`;
  const [portrait, logo, ofClass, approved, ofBlog, inBlog, ofAccount, unused] = [
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(),
  ];
  const all = [portrait, logo, ofClass, approved, ofBlog, inBlog, ofAccount];
  await school.db
    .updateTable('users')
    .set({ photoURL: absolute(portrait) })
    .where('_id', '=', clara.user._id)
    .execute();
  const head = await school.signIn('admin');
  expect((await head.call('PUT', '/school', { version: 1, logo })).status).toBe(200);
  await school.addClass({ image: ofClass, approvedas: JSON.stringify({ image: approved }) });
  await school.db
    .insertInto('blogs')
    .values({
      _id: 'blog-1',
      title: '',
      blog_description: '',
      blog: `Look: ![a harp](${inBlog})`,
      image: ofBlog,
      time: 0,
      authorname: '',
      reactionscount: 0,
      category: 'Class',
    })
    .execute();
  const account = await identity('signUp', {
    email: 'ben@test.example',
    password: PASSWORD,
    returnSecureToken: true,
  });
  await identity('update', { idToken: account.idToken, photoUrl: absolute(ofAccount) });

  school.clock.now += DAY_MS;
  await school.work();
  expect(await statusOf(unused)).toBe(404);
  for (const path of all) expect(await statusOf(path), path).toBe(200);

  await school.db.updateTable('users').set({ photoURL: null }).execute();
  school.clock.now += DAY_MS;
  await school.work();
  expect(await statusOf(portrait)).toBe(404);
  expect(await statusOf(ofClass)).toBe(200);

  expect((await head.call('PUT', '/school', { version: 2, logo: null })).status).toBe(200);
  school.clock.now += DAY_MS;
  await school.work();
  expect(await statusOf(logo)).toBe(404);
});

test('every column that is named after a picture is asked before a picture is deleted', async () => {
  const known = new Set(PICTURE_COLUMNS.map(([table, column]) => `${table}.${column}`));
  const tables = await school.db.introspection.getTables();
  const pictures = tables
    .filter(({ name }) => !/^(identity|cards|images)_|^images$/.test(name))
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .filter((name) => /image|photo|picture|portrait|logo/i.test(name.split('.')[1] ?? ''));
  expect(pictures.length).toBeGreaterThan(2);
  expect(pictures.filter((name) => !known.has(name))).toEqual([]);
});
