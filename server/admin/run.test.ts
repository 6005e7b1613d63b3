import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePlace, type Place } from '#tests/support/admin.ts';
import { COMMANDS } from './run.ts';

let place: Place;
beforeEach(async () => {
  place = await makePlace('sqlite');
});
afterEach(() => place.remove());

test.each(COMMANDS.map(({ name }) => name))(
  '%s says what it is for, and changes nothing by saying it',
  async (name) => {
    const { code, out } = await place.admin(name, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^admin ${name}`));
    expect(out).toContain('It ends with 0');
    expect((await place.admin('--help')).out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(readdirSync(place.folder)).toEqual([]);
  },
);

test.each([
  [[], ''],
  [['bakcup', 'file'], 'There is no command bakcup'],
  [['backup'], 'admin backup FILE'],
  [['backup', 'one', 'two'], 'admin backup FILE'],
  [['doctor', '--loud'], '--loud'],
])('what was typed wrong ends with 2: %j', async (argv, says) => {
  const { code, err } = await place.admin(...argv);
  expect(code).toBe(2);
  expect(err).toContain(says);
  expect(readdirSync(place.folder)).toEqual([]);
});

test('a refusal is a sentence, or JSON where that was asked for, and ends with 1', async () => {
  const refused = await place.admin('backup', place.file('a'));
  expect(refused).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^There is no school in .*\n$/),
  });
  const { code, out, err } = await place.admin('backup', place.file('a'), '--json');
  expect([code, err]).toEqual([1, '']);
  expect(JSON.parse(out)).toEqual({ ok: false, errors: [expect.stringMatching(/^There is no school/)] });
  place.env.NODE_ENV = 'production';
  expect((await place.admin('backup', place.file('a'))).err).toMatch(/^PUBLIC_URL must be set/m);
});

test('each command leaves a line in admin.log, for its owner alone', async () => {
  await place.admin('mail-test', 'head@test.example');
  await place.admin('make-admin', 'head@test.example');
  await place.admin('move', '--to', 'postgres://user:Secret-Word@127.0.0.1:9/name');
  const file = place.file('admin.log');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, 'utf8');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { command: 'mail-test', args: ['head@test.example'], outcome: 'done', user: expect.any(String) },
    { command: 'make-admin', outcome: expect.stringMatching(/^There is no school/) },
    { command: 'move', args: [] },
  ]);
  expect(text).not.toContain('Secret-Word');
});

test('what came of a command is said also where admin.log cannot be written', async () => {
  mkdirSync(place.file('admin.log'));
  const { code, out, err } = await place.admin('mail-test', 'head@test.example');
  expect([code, err]).toEqual([0, 'No line was added to admin.log (EISDIR).\n']);
  expect(out).toContain('A mail is in ');
});

test('mail-test sends one mail at once and says what became of it', async () => {
  expect((await place.admin('mail-test', 'head@test.example')).out).toMatch(/A mail is in .*\.eml/);
  const [file = ''] = readdirSync(join(place.folder, 'outbox'));
  expect(readFileSync(join(place.folder, 'outbox', file), 'utf8')).toContain('To: head@test.example');
  expect(await place.admin('mail-test', 'head')).toMatchObject({
    code: 1,
    err: 'head is no email address.\n',
  });
  place.env.SMTP_URL = 'smtp://post:Secret-Word@127.0.0.1:9';
  const { code, err } = await place.admin('mail-test', 'head@test.example');
  expect(code).toBe(1);
  expect(err).toMatch(/^The mail was not taken: .*ECONNREFUSED/);
  expect(err).not.toContain('Secret-Word');
});
