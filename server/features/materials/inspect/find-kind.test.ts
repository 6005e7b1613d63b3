import { expect, test } from 'vitest';
import { bytesOf, plain } from '#tests/support/image-host/pictures.ts';
import * as files from '#tests/support/lesson-files.ts';
import { findKind } from './find-kind.ts';

const kindOf = (content: Buffer | string | Uint8Array) =>
  findKind(new Blob([new Uint8Array(Buffer.from(content))]));

const png = await bytesOf(plain(20, 20).png());
const jpeg = await bytesOf(plain(20, 20).jpeg());
const HTML = '<!doctype html><script>alert(1)</script>';

test('files that a school shares are told by their content', async () => {
  expect(await kindOf(files.PDF)).toBe('pdf');
  expect(await kindOf(files.MP3)).toBe('mp3');
  expect(await kindOf(files.M4A)).toBe('m4a');
  expect(await kindOf(png)).toBe('png');
  expect(await kindOf(jpeg)).toBe('jpeg');
  expect(await kindOf(files.MUSIC_XML)).toBe('musicxml');
  expect(await kindOf(files.MXL)).toBe('mxl');
});

test('a recording of a telephone is one although it could be a film, and a film is none', async () => {
  expect(await kindOf(files.boxes('mp42', ['soun']))).toBe('m4a');
  expect(await kindOf(files.boxes('isom', ['soun', 'text']))).toBe('m4a');
  for (const brand of ['mp42', 'isom', 'M4A '])
    expect([brand, await kindOf(files.boxes(brand, ['vide', 'soun']))]).toEqual([brand, undefined]);
  expect(await kindOf(files.boxes('M4A ', []))).toBeUndefined();
});

test('a score may come in either order, in UTF-16 and after comments', async () => {
  expect(await kindOf(files.score('', 'score-timewise'))).toBe('musicxml');
  expect(await kindOf(files.score(`\n${files.DECLARED}<!-- one -->\n<!-- two -->`))).toBe('musicxml');
  const wide = Buffer.from(`\ufeff${files.score(files.DECLARED)}`, 'utf16le');
  expect(await kindOf(wide)).toBe('musicxml');
  expect(await kindOf(Buffer.from(wide).swap16())).toBe('musicxml');
});

test.for([
  ['nothing', ''],
  ['a page', HTML],
  ['a page that begins as a score is commented', `<!-- <score-partwise> -->${HTML}`],
  ['text', 'Bars 9 to 16'],
  ['a picture with a page after it', Buffer.concat([png, Buffer.from(HTML)])],
  ['half a picture', png.subarray(0, png.length / 2)],
  ['a drawing with scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
  ['a score with entities of its own', files.WITH_ENTITIES],
  ['a score with a style sheet', files.score('<?xml-stylesheet href="x.xsl"?>')],
  ['a comment without an end', `<!-- ${'-'.repeat(70_000)}`],
  ['an archive of anything', files.zipOf([{ name: 'a.html', content: Buffer.from(HTML) }])],
  ['an archive whose root is a page', files.mxlOf(Buffer.from(HTML))],
  ['an archive whose root has entities', files.mxlOf(files.WITH_ENTITIES)],
  ['an archive that is cut', files.MXL.subarray(0, files.MXL.length - 10)],
  ['a program', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1')],
] as [string, string | Buffer][])('%s is none', async ([, content]) => {
  expect(await kindOf(content)).toBeUndefined();
});

test('an archive that would unpack to far too much is not unpacked', async () => {
  expect(await kindOf(files.mxlOf(files.MUSIC_XML, 300 * 1024 * 1024))).toBeUndefined();
  // One that says to be small is read as far as a root can begin.
  const bomb = files.mxlOf(Buffer.concat([files.MUSIC_XML, Buffer.alloc(64 * 1024 * 1024, ' ')]), 1000);
  expect(bomb.length).toBeLessThan(256 * 1024);
  const before = process.memoryUsage().arrayBuffers;
  await kindOf(bomb);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
});
