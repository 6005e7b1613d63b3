import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPPED } from '#languages/languages.ts';
import { copySource } from './support/source-copy.ts';

/*
 * `npm run new` on a copy of this source. That what it writes has the right types and that its tests hold is
 * proved by proof/new-noun.ts.
 */

/** Nine lists, and a catalogue for each language. */
const CHANGED_MAX = 9 + Object.keys(SHIPPED).length;

let source: ReturnType<typeof copySource>;

beforeAll(() => {
  source = copySource();
});
afterAll(() => source.remove());

const write = (...noun: string[]) => source.run('scripts/new.mjs', ...noun);

test.each([
  [[], /^Give the noun in the plural/],
  [['music'], /^Give the noun in the plural/],
  [['lockers', 'locker', 'more'], /^Give the noun in the plural/],
  [['classes', 'class'], /“class” is a word of the code/],
  [['rooms'], /“rooms” is taken: /],
  [['images'], /“images” is taken: /],
  [['weeks'], /“weeks” is taken: languages\/en\.json/],
])('%j is refused with a sentence, and nothing is written', (noun, sentence) => {
  expect(write(...noun)).toEqual({ status: 1, out: expect.stringMatching(sentence) });
  expect(source.written()).toEqual({ changed: [], added: [] });
});

test('nothing is written where one of its files is there already, or a list is not known', () => {
  const folder = join(source.folder, 'web', 'features', 'lockers');
  mkdirSync(folder);
  writeFileSync(join(folder, 'changes.ts'), '');
  expect(write('lockers')).toEqual({ status: 1, out: expect.stringMatching(/is there already/) });
  expect(source.written()).toEqual({ changed: [], added: ['web/features/lockers/changes.ts'] });
  rmSync(folder, { recursive: true });

  const routes = join(source.folder, 'web', 'routes.ts');
  const before = readFileSync(routes, 'utf8');
  writeFileSync(routes, before.replace('routes/admin/layout.tsx', 'routes/office/layout.tsx'));
  expect(write('lockers')).toEqual({
    status: 1,
    out: expect.stringMatching(/web\/routes\.ts is no longer/),
  });
  expect(source.written()).toEqual({ changed: ['web/routes.ts'], added: [] });
  writeFileSync(routes, before);
});

test('a noun, and a second one of the same release, change few files, in the style and directions of the code', () => {
  // It ends with the check of their style.
  expect(write('lockers')).toMatchObject({ status: 0 });
  const first = source.written();
  expect(first.changed.length).toBeLessThanOrEqual(CHANGED_MAX);
  expect(first.added.length).toBeGreaterThan(15);
  expect(write('libraries', 'library')).toMatchObject({ status: 0 });
  const both = source.written();
  expect(both.changed).toEqual(first.changed);
  expect([...both.added, ...both.changed].filter((file) => /release/.test(file))).toHaveLength(1);
  expect(source.run('scripts/directions.mjs')).toEqual({ status: 0, out: '' });
});

test('a noun has its words in every language, and what names it is to be translated', () => {
  const { out } = write('rentals');
  for (const code of Object.keys(SHIPPED)) {
    const messages = JSON.parse(readFileSync(join(source.folder, 'languages', `${code}.json`), 'utf8'));
    expect(messages).toMatchObject({ 'rentals.rentals': 'Rentals', 'rentals.add': expect.any(String) });
  }
  expect(out).toContain('To be translated in languages/de.json: rentals.rental, rentals.rentals.');
  expect(out).not.toContain('languages/en.json:');
});

test('the server loads what is written', () => {
  const modules = ['server/school.ts', 'server/database/tables.ts'];
  const load = modules.map((path) => `await import('./${path}');`).join('');
  expect(source.run('--input-type=module', '-e', load)).toEqual({ status: 0, out: '' });
});
