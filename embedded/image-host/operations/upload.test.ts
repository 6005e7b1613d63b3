import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { KEY, refused, startHost, uploaded } from '#tests/support/image-host/host.ts';
import { bytesOf, plain } from '#tests/support/image-host/pictures.ts';

test('an upload answers the whole form of the vendor with the URL of a WebP picture', async () => {
  await using host = await startHost({ now: () => 1_700_000_000_999 });
  const data = await uploaded(await host.upload(await bytesOf(plain(2000, 1000).png())));
  expect(data).toMatchObject({
    width: 1600,
    height: 800,
    title: 'picture',
    time: 1_700_000_000,
    expiration: 0,
  });
  expect(data.display_url).toBe(`${host.origin}/i/${data.id}.webp`);
  expect(data.medium?.url).toBe(`${host.origin}/i/${data.id}-800.webp`);
  const served = new Uint8Array(await (await fetch(data.display_url)).arrayBuffer());
  expect(served.length).toBe(data.size);
  expect(createHash('sha256').update(served).digest('hex')).toBe(data.id);
  expect(await sharp(served).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
});

test('the key may be a field of the form', async () => {
  await using host = await startHost();
  const form = new FormData();
  form.set('image', new File([await bytesOf(plain(10, 10).png())], 'a.png'));
  form.set('key', KEY);
  await uploaded(await host.post(form, ''));
});

test('a missing or wrong key is refused with the vendor’s code 100', async () => {
  await using host = await startHost();
  const form = new FormData();
  form.set('image', new File([await bytesOf(plain(10, 10).png())], 'a.png'));
  for (const query of ['', 'key=', 'key=wrong']) {
    expect(await refused(await host.post(form, query))).toMatchObject({
      status: 400,
      code: 100,
      message: 'Invalid API v1 key.',
    });
  }
});

const base64 = async () => Buffer.from(await bytesOf(plain(30, 20).png())).toString('base64');

test('a picture may come as base64, alone or as a data URL, in either kind of form', async () => {
  await using host = await startHost();
  const text = await base64();
  for (const image of [text, `data:image/png;base64,${text}`, text.replaceAll(/(.{76})/g, '$1\r\n')]) {
    const form = new FormData();
    form.set('image', image);
    expect(await uploaded(await host.post(form))).toMatchObject({ width: 30, height: 20 });
    expect(await uploaded(await host.post(new URLSearchParams({ image })))).toMatchObject({ width: 30 });
  }
});

test('an address of a picture is refused and never fetched', async () => {
  await using host = await startHost();
  for (const image of [
    `${host.origin}/i/a.webp`,
    'http://169.254.169.254/',
    'FILE:///etc/passwd',
    ' ftp://host/a.png',
  ]) {
    const form = new FormData();
    form.set('image', image);
    expect(await refused(await host.post(form))).toMatchObject({
      status: 400,
      code: 310,
      message: 'Pictures are not fetched from other addresses. Upload the picture itself.',
    });
  }
});

test('a text that is no base64 is refused at once, however it is made up', async () => {
  await using host = await startHost();
  for (const image of ['javascript:alert(1)', '//host/a.png', 'AAAA!', `A${' '.repeat(5_000_000)}!`]) {
    const form = new FormData();
    form.set('image', image);
    expect(await refused(await host.post(form))).toMatchObject({ status: 400, code: 313 });
  }
});

test('8 MB are taken and one byte more is refused with a sentence, as a file and as base64', async () => {
  await using host = await startHost();
  const most = 8 * 1024 * 1024;
  const picture = await bytesOf(plain(30, 20).jpeg());
  const padded = (size: number) =>
    new Uint8Array(Buffer.concat([picture, Buffer.alloc(size - picture.length)]));
  await uploaded(await host.upload(padded(most)));
  const tooLarge = { status: 400, message: 'This picture is larger than 8 MB. Choose a smaller one.' };
  for (const size of [most + 1, 3 * most]) {
    expect(await refused(await host.upload(padded(size)))).toMatchObject(tooLarge);
    const image = Buffer.from(padded(size)).toString('base64');
    const form = new FormData();
    form.set('image', image);
    expect(await refused(await host.post(form))).toMatchObject(tooLarge);
    expect(await refused(await host.post(new URLSearchParams({ image })))).toMatchObject(tooLarge);
  }
});

test('a form without a picture is refused with the vendor’s code 130', async () => {
  await using host = await startHost();
  const other = new FormData();
  other.set('photo', new File([await bytesOf(plain(10, 10).png())], 'a.png'));
  for (const body of [other, new FormData(), new URLSearchParams(), 'image']) {
    expect(await refused(await host.post(body))).toMatchObject({ status: 400, code: 130 });
  }
});

test('a broken form is refused, not an error of the host', async () => {
  await using host = await startHost();
  for (const [type, body] of [
    ['multipart/form-data', 'no boundary'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\ncut',
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    ],
    ['multipart/form-data; boundary=x', ''],
    ['application/json', '{"image":'],
    ['nonsense', 'nonsense'],
  ] as const) {
    const response = await fetch(`${host.origin}/images/1/upload?key=${KEY}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(await refused(response)).toMatchObject({ status: 400 });
  }
});

test('the title is the name that was given, or else the file’s, without control characters', async () => {
  await using host = await startHost();
  const bytes = await bytesOf(plain(10, 10).png());
  const form = new FormData();
  form.set('image', new File([bytes], 'a.png'));
  form.set('name', `Ana\u0007${'x'.repeat(300)}`);
  expect((await uploaded(await host.post(form))).title).toBe(`Ana${'x'.repeat(97)}`);
  expect((await uploaded(await host.upload(bytes, { name: '../../Flöte.png' }))).title).not.toContain('.png');
});

test('the same picture uploaded twice is one picture', async () => {
  await using host = await startHost();
  const bytes = await bytesOf(plain(500, 10).png());
  const [first, second] = [
    await uploaded(await host.upload(bytes)),
    await uploaded(await host.upload(bytes)),
  ];
  expect(second.display_url).toBe(first.display_url);
  expect((await readdir(host.folder)).sort()).toEqual(
    [`${first.id}-400.webp`, `${first.id}.webp`, 'unfinished'].sort(),
  );
});

test('anything else below the host’s paths is refused in the vendor’s form', async () => {
  await using host = await startHost();
  for (const path of ['/images/1/upload', '/images/1/other', '/i/', '/i/x.webp']) {
    expect(await refused(await fetch(host.origin + path))).toMatchObject({ status: 404 });
  }
  const { status, headers } = await fetch(`${host.origin}/elsewhere`);
  expect([status, headers.get('x-content-type-options')]).toEqual([404, null]);
});
