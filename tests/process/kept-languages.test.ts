import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SHIPPED, type Shipped } from '#languages/languages.ts';
import { t, withLanguage } from '#languages/t.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import { report } from '#tests/support/proof.ts';

/* Pages and answers that are kept, each in the language that was asked for. */

const OLD = join(import.meta.dirname, '..', 'fixtures', 'school-0.1.0', 'data.sqlite.gz');
const LANGUAGES = Object.keys(SHIPPED) as Shipped[];
const PAGES = ['/', '/classes', '/instructorlist', '/blogs', '/timetable', '/pages/absence', '/login'];
/** How often each page is asked for in each language; the first of them find nothing kept. */
const ROUNDS = 12;

let folder: string;
let school: ReturnType<typeof spawnSchool>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-kept-'));
});
afterEach(async () => {
  await stopSchool(school);
  rmSync(folder, { recursive: true, force: true });
});

async function start() {
  school = spawnSchool({ DATA_DIR: folder });
  return school.listening;
}

const addressOf = (path: string, code: Shipped) =>
  code === 'en' ? path : `/${code}${path === '/' ? '' : path}`;

/** What differs from one answer to the next in one language: what is made for one reader alone. */
const withoutNonces = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '');

test('many at once are each answered in their own language', async () => {
  const url = await start();
  const skipLink = Object.fromEntries(
    LANGUAGES.map((code) => [code, withLanguage(code, () => t('site.skip_to_content'))]),
  );
  expect(new Set(Object.values(skipLink)).size).toBe(LANGUAGES.length);
  const bodies = new Map<string, Set<string>>();

  async function ask(path: string, code: Shipped) {
    const address = addressOf(path, code);
    // What a browser asks for has no say: the address has.
    const accepts = { 'accept-language': LANGUAGES.find((other) => other !== code) ?? code };
    const answer = await fetch(`${url}${address}`, { headers: accepts });
    const html = await answer.text();
    expect(answer.status, address).toBe(200);
    expect(html, address).toContain(`<html lang="${code}"`);
    for (const [other, words] of Object.entries(skipLink))
      expect(html.includes(words), `${address} in ${other}`).toBe(other === code);
    bodies.set(address, (bodies.get(address) ?? new Set()).add(withoutNonces(html)));
  }

  async function refuse(code: Shipped) {
    const answer = await fetch(`${url}/api/class/none`, { headers: { 'accept-language': code } });
    expect(((await answer.json()) as { detail: string }).detail).toBe(
      withLanguage(code, () => t('errors.class_not_found')),
    );
  }

  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      LANGUAGES.flatMap((code) => [...PAGES.map((path) => ask(path, code)), refuse(code), refuse(code)]),
    );
  // Every request for an address got the same page.
  expect([...bodies].filter(([, said]) => said.size > 1).map(([address]) => address)).toEqual([]);
  expect(bodies.size).toBe(PAGES.length * LANGUAGES.length);
  report({ 'pages asked for in three languages at once': ROUNDS * bodies.size });
}, 120_000);

test('a school of 0.1.0 speaks English alone, at its addresses of before', async () => {
  writeFileSync(join(folder, 'cadenza.sqlite'), gunzipSync(readFileSync(OLD)));
  const url = await start();
  for (const path of PAGES.filter((path) => path !== '/pages/absence')) {
    const answer = await fetch(`${url}${path}`, { headers: { 'accept-language': 'de, fr;q=0.9' } });
    const html = await answer.text();
    expect(answer.status, path).toBe(200);
    expect(html, path).toContain('<html lang="en"');
    expect(html, path).not.toMatch(/hreflang|href="\/(de|fr)[/"]/);
    // An address that another school would have leads to the page.
    const german = await fetch(`${url}${addressOf(path, 'de')}`, { redirect: 'manual' });
    expect([german.status, german.headers.get('location')], path).toEqual([307, path]);
  }
  expect((await (await fetch(`${url}/api/school`)).json()) as object).toMatchObject({ languages: ['en'] });
});
