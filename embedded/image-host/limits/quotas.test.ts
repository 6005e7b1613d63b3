import { readdir } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { openFolderStore } from '#embedded/image-host/stores/folder-store.ts';
import { imageName } from '#embedded/image-host/stores/image-store.ts';
import { adoptImages, sweepImages } from '#embedded/image-host/sweep.ts';
import { type ImageTables, imageTables } from '#embedded/image-host/tables.ts';
import { refused, startHost, uploaded } from '#tests/support/image-host/host.ts';
import { bytesOf, noise, plain } from '#tests/support/image-host/pictures.ts';
import { openServiceDatabase } from '#tests/support/service-database.ts';
import { DAILY_BYTES, reserveSpace, strangersBytes, UNREFERENCED_MS, type Uploader } from './quotas.ts';

const MB = 1024 * 1024;
const DAY_MS = UNREFERENCED_MS;
const HOUR_MS = 60 * 60_000;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** Space to reserve, in megabytes, without any picture. */
async function openQuotas({ maxMb = 8192 } = {}) {
  const database = await openServiceDatabase<ImageTables>(imageTables);
  opened.push(database);
  const clock = { now: Date.UTC(2026, 8, 1) };
  let count = 0;
  const reserve = (mb: number, uploader: Partial<Uploader> = {}) =>
    reserveSpace(database.db, {
      hash: String(count++).padStart(64, '0'),
      bytes: mb * MB,
      uploader: { person: null, network: '203.0.113.1', ...uploader },
      maxStoreBytes: maxMb * MB,
      now: clock.now,
    });
  return { db: database.db, clock, reserve };
}

test.each([
  { who: 'a person', uploader: { person: 'clara' }, most: DAILY_BYTES.person },
  { who: 'one network of strangers', uploader: {}, most: DAILY_BYTES.strangers },
])(
  '$who may add what the day allows and not a byte more, and the next day again',
  async ({ uploader, most }) => {
    const { clock, reserve } = await openQuotas();
    const step = most / MB / 5;
    for (let i = 0; i < 5; i++) expect(await reserve(step, uploader)).toBe(true);
    await expect(reserve(1 / MB, uploader)).rejects.toMatchObject({ refusal: 'too-many-uploads' });
    expect(await reserve(1, { person: 'ben' })).toBe(true);
    expect(await reserve(1, { network: '203.0.113.2' })).toBe(true);
    clock.now += DAY_MS;
    expect(await reserve(step, uploader)).toBe(true);
  },
);

test('strangers of one IPv6 site may add four times what one subscriber may', async () => {
  const { reserve } = await openQuotas();
  const from = (subscriber: number, site = '2001:db8:1') => ({
    network: `${site}:${subscriber}::/64`,
    site: { id: `${site}::/48`, times: 4 },
  });
  for (let i = 0; i < 4; i++) expect(await reserve(25, from(i))).toBe(true);
  await expect(reserve(1, from(5))).rejects.toMatchObject({ refusal: 'too-many-uploads' });
  expect(await reserve(1, from(1, '2001:db8:11'))).toBe(true);
});

test('one network may add 500 MB a day, however many people sign up there', async () => {
  const { reserve } = await openQuotas();
  for (let i = 0; i < 5; i++) expect(await reserve(100, { person: `made-up-${i}` })).toBe(true);
  await expect(reserve(1, { person: 'made-up-6' })).rejects.toMatchObject({ refusal: 'too-many-uploads' });
  expect(await reserve(1, { person: 'made-up-6', network: '203.0.113.2' })).toBe(true);
});

test('strangers who fill their part take none from people', async () => {
  const { reserve } = await openQuotas({ maxMb: 1024 });
  const fill = async () => {
    for (let network = 0; ; network++) await reserve(20, { network: `203.0.113.${network}` });
  };
  await expect(fill()).rejects.toMatchObject({ refusal: 'busy' });
  for (let i = 0; i < 8; i++) expect(await reserve(100, { person: `p-${i}`, network: `n-${i}` })).toBe(true);
  expect(strangersBytes(1024 * MB)).toBe(128 * MB);
  await expect(reserve(97, { person: 'last', network: 'last' })).rejects.toMatchObject({
    refusal: 'store-full',
  });
});

test('reservations that race do not pass a limit together', async () => {
  const { reserve } = await openQuotas();
  const tries = Array.from({ length: 12 }, () => reserve(10, { person: 'clara' }));
  const won = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
  expect(won).toHaveLength(10);
});

test('a full part of strangers is emptied of what is older than an hour and refers to nothing; the next stranger gets in', async () => {
  const clock = { now: Date.UTC(2026, 8, 1) };
  const referenced = new Set<string>();
  await using host = await startHost({
    maxStoreBytes: 400_000,
    now: () => clock.now,
    isReferenced: async (hash) => referenced.has(hash),
  });
  const upload = async () => host.upload(await bytesOf(noise(200, 200).png()));
  const registered = await uploaded(await upload());
  referenced.add(registered.id);
  const junk = await uploaded(await upload());
  let last: Response;
  do last = await upload();
  while (last.status === 200);
  expect(await refused(last)).toMatchObject({ status: 503 });
  clock.now += HOUR_MS;
  await uploaded(await upload());
  expect((await fetch(junk.url)).status).toBe(404);
  // Somebody registered with it: it is the school's now, and not in the strangers' part.
  expect((await fetch(registered.url)).status).toBe(200);
  const row = host.db.selectFrom('images').selectAll().where('hash', '=', registered.id);
  expect(await row.execute()).toMatchObject([{ pool: 'people', owner: null, network: null }]);
});

test('what is referred to stays, and goes a day after nothing refers to it any more', async () => {
  const clock = { now: Date.UTC(2026, 8, 1) };
  let isReferenced = true;
  await using host = await startHost({ now: () => clock.now, isReferenced: async () => isReferenced });
  const { url } = await uploaded(await host.upload(await bytesOf(plain(10, 10).png()), { as: 'clara' }));
  for (let day = 0; day < 3; day++) {
    clock.now += DAY_MS;
    await host.sweep();
    expect((await fetch(url)).status).toBe(200);
  }
  isReferenced = false;
  clock.now += DAY_MS;
  await host.sweep();
  expect((await fetch(url)).status).toBe(404);
});

test('a picture that is uploaded again gets its day again', async () => {
  const clock = { now: Date.UTC(2026, 8, 1) };
  await using host = await startHost({ now: () => clock.now });
  const picture = await bytesOf(plain(10, 10).png());
  const { url } = await uploaded(await host.upload(picture));
  clock.now += DAY_MS - 1;
  await uploaded(await host.upload(picture, { as: 'clara' }));
  clock.now += DAY_MS - 1;
  await host.sweep();
  expect((await fetch(url)).status).toBe(200);
});

test('a picture that a process died over while it deleted it is deleted by the next sweep, and may be uploaded again', async () => {
  const clock = { now: Date.UTC(2026, 8, 1) };
  await using host = await startHost({ now: () => clock.now });
  const picture = await bytesOf(noise(1000, 10).png());
  const { id, url } = await uploaded(await host.upload(picture));
  await host.db
    .updateTable('images')
    .set({ deleting: 1, checkat: clock.now + 1 })
    .execute();
  expect(await refused(await host.upload(picture))).toMatchObject({ status: 503 });
  clock.now += 1;
  await host.sweep();
  expect((await fetch(url)).status).toBe(404);
  expect((await uploaded(await host.upload(picture))).id).toBe(id);
  expect((await fetch(url)).status).toBe(200);
});

test('what could not be stored takes no space', async () => {
  const store = {
    put: () => Promise.reject(new Error('EIO')),
    get: async () => undefined,
    delete: async () => {},
    list: async function* () {},
  };
  await using host = await startHost({ store });
  await host.upload(await bytesOf(plain(10, 10).png()));
  expect(await host.db.selectFrom('images').selectAll().execute()).toEqual([]);
});

test('pictures of an older version are taken into the table, kept where they are referred to and deleted elsewhere', async () => {
  const clock = { now: Date.UTC(2026, 8, 1) };
  await using host = await startHost();
  const store = await openFolderStore(host.folder);
  const [used, unused] = ['aa'.repeat(32), 'bb'.repeat(32)];
  for (const hash of [used, unused]) {
    await store.put(imageName({ hash }), new Uint8Array(100));
    await store.put(imageName({ hash, width: 400 }), new Uint8Array(10));
  }
  const { db } = host;
  const options = { db, store, now: () => clock.now, isReferenced: async (hash: string) => hash === used };
  for (let time = 0; time < 2; time++) await adoptImages(options);
  expect(await db.selectFrom('images').select(['hash', 'bytes']).orderBy('hash').execute()).toEqual([
    { hash: used, bytes: 110 },
    { hash: unused, bytes: 110 },
  ]);
  await sweepImages(options);
  expect(await readdir(host.folder)).toContain(imageName({ hash: unused }));
  clock.now += DAY_MS;
  await sweepImages(options);
  const left = await readdir(host.folder);
  expect(left).toContain(imageName({ hash: used, width: 400 }));
  expect(left.filter((name) => name.startsWith(unused))).toEqual([]);
});

test('nothing is deleted while the mounter says so, and what was to be can be uploaded meanwhile', async () => {
  const clock = { now: Date.UTC(2026, 8, 1) };
  let mayDelete = false;
  await using host = await startHost({ now: () => clock.now, mayDelete: async () => mayDelete });
  const bytes = await bytesOf(plain(10, 10).png());
  await uploaded(await host.upload(bytes));
  clock.now += DAY_MS;
  const pictures = async () => (await readdir(host.folder)).filter((name) => name.endsWith('.webp')).length;
  await host.sweep();
  expect(await pictures()).toBe(1);
  expect((await host.upload(bytes)).status).toBe(200);
  clock.now += DAY_MS;
  await host.sweep();
  expect(await pictures()).toBe(1);
  mayDelete = true;
  await host.sweep();
  expect(await pictures()).toBe(0);
});

test('others are answered while many pictures are looked at', async () => {
  const { db, clock, reserve } = await openQuotas();
  for (let i = 0; i < 5; i++) await reserve(1, { person: 'clara' });
  clock.now += DAY_MS;
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  const seen: number[] = [];
  const isReferenced = async () => {
    seen.push(turns);
    return true;
  };
  next = setImmediate(count);
  const store = { put: async () => {}, get: async () => undefined, delete: async () => {}, async *list() {} };
  await sweepImages({ db, store, now: () => clock.now, isReferenced });
  clearImmediate(next);
  expect(new Set(seen).size).toBe(5);
});

test('a tall picture is bounded as a wide one is', async () => {
  await using host = await startHost();
  expect(await uploaded(await host.upload(await bytesOf(plain(800, 4000).png())))).toMatchObject({
    width: 320,
    height: 1600,
  });
  expect(await uploaded(await host.upload(await bytesOf(plain(4000, 800).png())))).toMatchObject({
    width: 1600,
    height: 320,
  });
});
