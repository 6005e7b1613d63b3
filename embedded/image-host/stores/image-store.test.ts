import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UNREFERENCED_MS } from '#embedded/image-host/limits/quotas.ts';
import { refused, startHost, uploaded } from '#tests/support/image-host/host.ts';
import { bytesOf, noise } from '#tests/support/image-host/pictures.ts';
import { startS3 } from '#tests/support/image-host/s3.ts';
import { openFolderStore } from './folder-store.ts';
import { imageName, parseImageName } from './image-store.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Store } from './s3-store.ts';

type OpenStore = AsyncDisposable & { store: ObjectStore };

async function inFolder(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'image-store-'));
  return {
    store: await openFolderStore(join(folder, 'made', 'when', 'missing')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

async function inS3(): Promise<OpenStore> {
  const s3 = await startS3();
  return {
    store: openS3Store(s3.options),
    [Symbol.asyncDispose]: () => s3[Symbol.asyncDispose](),
  };
}

const hash = 'ab'.repeat(32);

async function totalBytes(store: ObjectStore) {
  let total = 0;
  for await (const { bytes } of store.list()) total += bytes;
  return total;
}

describe.for([
  { where: 'a folder', open: inFolder },
  { where: 'an S3 server', open: inS3 },
])('in $where', ({ open }) => {
  test('what is put is got back byte for byte, and what was never put is undefined', async () => {
    await using opened = await open();
    const bytes = new Uint8Array([0, 255, 13, 10, 0]);
    await opened.store.put(imageName({ hash }), bytes);
    expect(new Uint8Array((await opened.store.get(imageName({ hash }))) ?? [])).toEqual(bytes);
    expect(await opened.store.get(imageName({ hash, width: 400 }))).toBeUndefined();
  });

  test('a file is put and got back in parts, and what was never put is undefined', async () => {
    await using opened = await open();
    const bytes = randomBytes(300_000);
    await opened.store.put('some-file', new Blob([bytes]));
    const stream = await opened.store.open('some-file');
    expect(Buffer.concat((await stream?.toArray()) ?? []).equals(bytes)).toBe(true);
    expect(await opened.store.open('no-file')).toBeUndefined();
  });

  test('putting the same picture twice keeps one', async () => {
    await using opened = await open();
    for (let time = 0; time < 2; time += 1) await opened.store.put(imageName({ hash }), new Uint8Array(1000));
    expect(await totalBytes(opened.store)).toBe(1000);
  });

  test('the bytes of all pictures are counted', async () => {
    await using opened = await open();
    expect(await totalBytes(opened.store)).toBe(0);
    await opened.store.put(imageName({ hash }), new Uint8Array(1000));
    await opened.store.put(imageName({ hash, width: 400 }), new Uint8Array(234));
    expect(await totalBytes(opened.store)).toBe(1234);
  });

  test('what is deleted is gone, and may be deleted again', async () => {
    await using opened = await open();
    await opened.store.put(imageName({ hash }), new Uint8Array(1000));
    for (let time = 0; time < 2; time += 1) await opened.store.delete(imageName({ hash }));
    expect(await opened.store.get(imageName({ hash }))).toBeUndefined();
    expect(await totalBytes(opened.store)).toBe(0);
  });

  test('a host deletes what nothing refers to, with its widths', async () => {
    await using opened = await open();
    let now = Date.now();
    await using host = await startHost({ store: opened.store, now: () => now });
    const { url } = await uploaded(await host.upload(await bytesOf(noise(1000, 700).jpeg())));
    now += UNREFERENCED_MS - 1;
    await host.sweep();
    expect((await fetch(url)).status).toBe(200);
    now += 1;
    await host.sweep();
    expect((await fetch(url)).status).toBe(404);
    expect(await totalBytes(opened.store)).toBe(0);
    expect(await host.db.selectFrom('images').selectAll().execute()).toEqual([]);
  });

  test('a host serves from it what was uploaded', async () => {
    await using opened = await open();
    await using host = await startHost({ store: opened.store });
    const data = await uploaded(await host.upload(await bytesOf(noise(1000, 700).jpeg())));
    for (const file of [data.image, data.thumb, data.medium]) {
      const served = await fetch(file?.url ?? '');
      expect(served.status).toBe(200);
      expect(served.headers.get('content-type')).toBe('image/webp');
    }
  });
});

test('more than a thousand S3 objects are counted page by page', async () => {
  await using opened = await inS3();
  const numbers = Array.from({ length: 1005 }, (_, n) => n);
  for (let at = 0; at < numbers.length; at += 50) {
    await Promise.all(
      numbers
        .slice(at, at + 50)
        .map((n) =>
          opened.store.put(imageName({ hash: n.toString(16).padStart(64, '0') }), new Uint8Array(3)),
        ),
    );
  }
  expect(await totalBytes(opened.store)).toBe(3015);
});

test('a name that an address must escape is signed, kept, listed and deleted as it is', async () => {
  await using opened = await inS3();
  const name = 'left by someone/a b+c&d%é.webp';
  await opened.store.put(name, new Uint8Array(3));
  const names: string[] = [];
  for await (const object of opened.store.list()) names.push(object.name);
  expect(names).toEqual([name]);
  await opened.store.delete(name);
  expect(await totalBytes(opened.store)).toBe(0);
});

test('files lie beside pictures in one bucket, and neither is listed among the others', async () => {
  await using s3 = await startS3();
  const files = openS3Store({ ...s3.options, prefix: 'files/' });
  const pictures = openS3Store(s3.options);
  await files.put('one', new Blob(['1']));
  await pictures.put(imageName({ hash }), new Uint8Array(3));
  const namesIn = async (store: ObjectStore) => {
    const names: string[] = [];
    for await (const { name } of store.list()) names.push(name);
    return names;
  };
  expect(await namesIn(files)).toEqual(['one']);
  const names = await namesIn(pictures);
  expect(names.filter((name) => parseImageName(name))).toEqual([imageName({ hash })]);
  expect(await pictures.get('files/one')).toBeDefined();
  await files.delete('one');
  expect(await files.get('one')).toBeUndefined();
});

test('what an S3 server refuses is an error, never a picture that is not there', async () => {
  await using s3 = await startS3();
  for (const wrong of [
    { accessKeyId: 'NOBODY' },
    { secretAccessKey: 'guessed' },
    { region: 'us-east-1' },
    { bucket: 'missing' },
  ]) {
    const store = openS3Store({ ...s3.options, ...wrong });
    await expect(store.put(imageName({ hash }), new Uint8Array(1))).rejects.toThrow();
    await expect(store.get(imageName({ hash }))).rejects.toThrow();
    await expect(totalBytes(store)).rejects.toThrow();
  }
});

test('while the S3 server is gone, uploads and pictures answer 503 with a sentence', async () => {
  const s3 = await startS3();
  await using host = await startHost({ store: openS3Store(s3.options) });
  await s3[Symbol.asyncDispose]();
  const busy = {
    status: 503,
    message: 'Pictures cannot be stored or shown right now. Try again in a moment.',
  };
  expect(await refused(await host.upload(await bytesOf(noise(20, 20).png())))).toMatchObject(busy);
  expect(await refused(await fetch(`${host.origin}/i/${hash}.webp`))).toMatchObject(busy);
});

test('opening a folder sweeps what a crash left unfinished, but nothing that is being written', async () => {
  await using folder = await inTemporaryFolder();
  await openFolderStore(folder.path);
  const unfinished = join(folder.path, 'unfinished');
  await writeFile(join(unfinished, 'old'), 'half a pic');
  await utimes(join(unfinished, 'old'), 0, 0);
  await writeFile(join(unfinished, 'young'), 'half a pic');
  const store = await openFolderStore(folder.path);
  expect(await readdir(unfinished)).toEqual(['young']);
  expect(await totalBytes(store)).toBe(0);
});

async function inTemporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'image-store-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

test('only names that the store itself could have made are read as names', () => {
  expect(parseImageName(`${hash}.webp`)).toEqual({ hash });
  expect(parseImageName(`${hash}-400.webp`)).toEqual({ hash, width: 400 });
  for (const name of [
    `${hash}-1600.webp`,
    `${hash}.jpg`,
    `${hash.toUpperCase()}.webp`,
    `${hash}.webp\n`,
    `../${hash}.webp`,
    `${hash.slice(1)}.webp`,
    'unfinished',
    '',
  ]) {
    expect(parseImageName(name)).toBeUndefined();
  }
});
