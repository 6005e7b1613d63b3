import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { decodeImage } from '#embedded/image-host/decode/decode.ts';
import { imageName } from '#embedded/image-host/stores/image-store.ts';
import { KEY, refused, startHost, uploaded } from '#tests/support/image-host/host.ts';
import { bytesOf, noise, plain } from '#tests/support/image-host/pictures.ts';
import { createSlots } from './slots.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** On a busy machine a thousand milliseconds pass over a few uploads. */
const SOON = { interval: 50, timeout: 20_000 };

/** Refused as no picture where there is a place, without the work of one. */
const NOTHING = new Uint8Array();

const NO_LIST = { delete: async () => {}, list: async function* () {} };

test('an address has 10 uploads a minute, and 60 an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await using host = await startHost({ rateLimitFactor: 1 });
  const attempt = () => host.post('');
  const tooMany = {
    status: 429,
    message: 'Too many pictures were uploaded from here. Wait a while and try again.',
  };
  for (let minute = 0; minute < 6; minute += 1) {
    for (let n = 0; n < 10; n += 1) expect((await attempt()).status).toBe(400);
    if (minute === 0) {
      const response = await attempt();
      expect(response.headers.get('retry-after')).toBe('60');
      expect(await refused(response)).toMatchObject(tooMany);
    }
    vi.setSystemTime(Date.now() + 60_000);
  }
  const response = await attempt();
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(await refused(response)).toMatchObject(tooMany);
  vi.setSystemTime(Date.now() + 3_600_000);
  expect((await attempt()).status).toBe(400);
});

test('two processes on one database count the same uploads', async () => {
  await using host = await startHost({ rateLimitFactor: 1 });
  await using other = await startHost({ rateLimitFactor: 1, db: host.db });
  for (let n = 0; n < 5; n += 1)
    for (const one of [host, other]) expect((await one.post('')).status).toBe(400);
  for (const one of [host, other]) expect((await one.post('')).status).toBe(429);
});

test('a key or a name that stands twice in the address is refused as any other bad form', async () => {
  await using host = await startHost();
  for (const query of [`key=${KEY}&key=${KEY}`, `key=${KEY}&name=a&name=b`]) {
    expect((await host.post('', query)).status).toBe(400);
  }
});

test('looking at pictures is not limited', async () => {
  await using host = await startHost({ rateLimitFactor: 1 });
  const { display_url } = await uploaded(await host.upload(await bytesOf(plain(10, 10).png())));
  for (let n = 0; n < 100; n += 1) expect((await fetch(display_url)).status).toBe(200);
});

test('a full store answers 507 with a sentence, and still knows the pictures that it has', async () => {
  await using host = await startHost({ maxStoreBytes: 46_000 });
  const first = await bytesOf(noise(200, 200).png());
  const kept = await uploaded(await host.upload(first, { as: 'clara' }));
  let last: Response;
  do last = await host.upload(await bytesOf(noise(200, 200).png()), { as: 'clara' });
  while (last.status === 200);
  expect(await refused(last)).toMatchObject({
    status: 507,
    message: 'There is no room left for more pictures. Ask the school to make some.',
  });
  expect((await uploaded(await host.upload(first, { as: 'clara' }))).id).toBe(kept.id);
  expect((await fetch(kept.url)).status).toBe(200);
});

test('uploads that race never pass the ceiling together', async () => {
  const sizes = new Map<string, number>();
  const store = {
    async put(name: string, bytes: Uint8Array) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      sizes.set(name, bytes.length);
    },
    get: async () => undefined,
    ...NO_LIST,
  };
  await using probe = await startHost({ store });
  const pictures = await Promise.all(Array.from({ length: 6 }, () => bytesOf(noise(200, 200).png())));
  const { size } = await uploaded(await probe.upload(pictures[0] ?? new Uint8Array()));
  sizes.clear();
  // Seven eighths of the store are people's.
  const maxStoreBytes = Math.floor((size * 1.5 * 8) / 7);
  await using host = await startHost({ store, maxStoreBytes });
  const statuses = (
    await Promise.all(pictures.map((picture, n) => host.upload(picture, { as: `person-${n % 3}` })))
  ).map((r) => r.status);
  expect(statuses.toSorted()).toEqual([200, 507, 507, 507, 507, 507]);
  expect([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(maxStoreBytes);
});

test('a disk without space answers 507, and one that fails 503', async () => {
  for (const [code, status] of [
    ['ENOSPC', 507],
    ['EIO', 503],
  ] as const) {
    const put = () => Promise.reject(Object.assign(new Error(code), { code }));
    const store = { put, get: async () => undefined, ...NO_LIST };
    await using host = await startHost({ store });
    expect(await refused(await host.upload(await bytesOf(plain(10, 10).png())))).toMatchObject({ status });
  }
});

test('a picture’s widths are stored before the picture, so that where it is they are', async () => {
  const puts: string[] = [];
  const store = {
    put: async (name: string) => void puts.push(name),
    get: async () => undefined,
    ...NO_LIST,
  };
  await using host = await startHost({ store });
  const { id: hash } = await uploaded(await host.upload(await bytesOf(noise(1000, 100).png())));
  expect(puts).toEqual([{ hash, width: 400 }, { hash, width: 800 }, { hash }].map(imageName));
});

test('no more work runs or waits than there are places, and anyone who is refused is refused at once', async () => {
  const inSlot = createSlots({ running: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    if (most < 2) throw new Error('work may fail');
  };
  for (let round = 0; round < 3; round += 1) {
    const settled = await Promise.allSettled(Array.from({ length: 9 }, () => inSlot(work)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  }
  expect([most, running]).toEqual([2, 0]);
});

test('a picture whose decoding takes too long, as on a busy machine, is not called damaged', async () => {
  const photo = await bytesOf(noise(400, 300).jpeg());
  await expect(decodeImage(photo, 1)).rejects.toMatchObject({ refusal: 'busy', retryAfterSeconds: 5 });
});

test('a crowd of uploads is partly served and partly asked to come again, and the host stays well', async () => {
  await using host = await startHost();
  const photo = await bytesOf(noise(2000, 1500).jpeg({ quality: 40 }));
  const responses = await Promise.all(Array.from({ length: 24 }, () => host.upload(photo)));
  const statuses = responses.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const turnedAway = responses.find(({ status }) => status === 503);
  expect(turnedAway?.headers.get('retry-after')).toBe('5');
  await uploaded(await host.upload(photo));
});

/** Somebody who begins an upload and does not go on; gives what they are told in the end. */
function sendSlowly(origin: string, from: string): Promise<string> {
  const head = `POST /images/1/upload?key=${KEY} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x\r\n`;
  return new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(head));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

test('anyone who sends too slowly is turned away, and the places are free again', async () => {
  await using host = await startHost({ bodyMs: 1000 });
  const picture = await bytesOf(plain(10, 10).png());
  const from = '203.0.113.1';
  const slow = Array.from({ length: 3 }, () => sendSlowly(host.origin, from));
  await vi.waitFor(async () => expect((await host.upload(NOTHING, { from })).status).toBe(503), {
    ...SOON,
  });
  for (const answer of await Promise.all(slow))
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*connection: close/s);
  await uploaded(await host.upload(picture, { from }));
});

test('strangers who are slow on purpose take no place from people, and one address few from other strangers', async () => {
  await using host = await startHost({ bodyMs: 20_000 });
  const picture = await bytesOf(plain(10, 10).png());
  const attack = (from: string) =>
    Array.from({ length: 10 }, () => sendSlowly(host.origin, from).catch(() => ''));
  attack('203.0.113.1');
  await vi.waitFor(
    async () => expect((await host.upload(NOTHING, { from: '203.0.113.1' })).status).toBe(503),
    SOON,
  );
  await uploaded(await host.upload(picture, { from: '203.0.113.99' }));
  for (const last of [2, 3, 4]) attack(`203.0.113.${last}`);
  await vi.waitFor(
    async () => expect((await host.upload(NOTHING, { from: '203.0.113.99' })).status).toBe(503),
    SOON,
  );
  await uploaded(await host.upload(picture, { as: 'clara', from: '203.0.113.1' }));
});
