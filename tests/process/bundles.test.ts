import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Language, SHIPPED, type Shipped } from '#languages/languages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENT = join(ROOT, 'build', 'client');

/**
 * The pages whose forms are checked before they are sent, and no other, load zod; of the office those whose
 * sources name a form.
 */
const WITH_FORMS = [
  'admin-new-post',
  'admin-plan',
  'admin-post',
  'admin-recital',
  'admin-recitals',
  'instructor-new-post',
  'instructor-plan',
  'instructor-post',
  'instructor-recital',
  'instructor-recitals',
  'routes/account/account',
  'routes/account/action',
  'routes/account/claim',
  'routes/account/family',
  'routes/account/invitation',
  'routes/ask',
  'routes/instructor/add-class',
  'routes/instructor/lessons',
  'routes/instructor/review',
  'routes/instructor/update-class',
  'routes/register',
  'routes/student/dashboard',
  'routes/student/enrolled',
  'routes/student/select',
  'routes/student/week',
];

/**
 * What a page's scripts weigh once somebody uses it, in bytes as brotli; until then a public page loads none
 * (tests/e2e/start.spec.ts). Each leaves some 300 bytes over what was measured: the hashes in the names of
 * scripts alone move a sum by a hundred. German and French are longer than English by some 800.
 */
const BUDGETS = {
  'routes/home': 130_350,
  'routes/classes': 128_300,
  'routes/class': 131_100,
  'routes/timetable': 121_100,
  'routes/instructors': 119_100,
  'routes/instructor-page': 126_200,
  'routes/blogs': 120_100,
  'routes/blog': 122_950,
  'routes/elections': 119_350,
  'routes/not-found': 113_600,
  'routes/login': 122_600,
  'routes/register': 137_650,
};

type Route = {
  module: string;
  imports?: string[];
  parentId?: string;
  hasLoader?: boolean;
  hasClientLoader?: boolean;
  hasDefaultExport?: boolean;
};
type Manifest = { url: string; entry: Route; routes: Record<string, Route> };

/** The folders of scripts, by language. */
const FOLDERS: Record<Language, string> = JSON.parse(
  readFileSync(join(ROOT, 'build', 'server', 'languages.json'), 'utf8'),
);

/** React Router's own list of what each page loads, in a language. */
function readManifest(language: Language = 'en'): Manifest {
  const folder = join(CLIENT, 'assets', FOLDERS[language]);
  const name = readdirSync(folder).find((file) => /^manifest-[0-9a-f]+\.js$/.test(file));
  const text = readFileSync(join(folder, name ?? ''), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

const STATIC = /(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;

/**
 * Every script that a page asks for, once, those of the pages around it too: what each imports, whether the
 * router's list names it or not.
 */
function scriptsOf({ url, entry, routes }: Manifest, id: string): string[] {
  const around: Route[] = [entry];
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) around.push(route);
  const scripts = new Set([url, ...around.map(({ module }) => module)]);
  // A set gives what was added while it is walked, too.
  for (const script of scripts)
    for (const [, name = ''] of readFileSync(join(CLIENT, script), 'utf8').matchAll(STATIC))
      scripts.add(posix.join(posix.dirname(script), name));
  return [...scripts];
}

/** What a script weighs on the wire; very small ones travel as they are. */
function bytesOf(script: string): number {
  const file = join(CLIENT, script);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

/** No build shortens the names of properties, and every schema of zod has this one. */
const holdsZod = (script: string) => readFileSync(join(CLIENT, script), 'utf8').includes('_zod');

const IS_OFFICE = /^routes\/admin\//;
const IMPORT = /^(?:import|export) (?!type )[^'"]*from '([#.][^'?]+)'/gm;

/** Whether a source, or one that it imports, holds a form. */
function namesForm(file: string, seen = new Set<string>()): boolean {
  if (/^contract\/(.+\/form|fields\.form)\.ts$/.test(file)) return true;
  if (seen.has(file) || !/\.tsx?$/.test(file)) return false;
  seen.add(file);
  const imports = [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)];
  return imports.some(([, from = '']) =>
    namesForm(from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(file), from), seen),
  );
}

test('only pages with forms load what forms are checked with', () => {
  const manifest = readManifest();
  const ids = Object.keys(manifest.routes);
  const pages = ids.filter((id) => scriptsOf(manifest, id).some(holdsZod));
  const office = ids.filter((id) => IS_OFFICE.test(id) && namesForm(`web/${id}.tsx`));
  expect(office.length).toBeGreaterThan(5);
  expect(pages.sort()).toEqual([...WITH_FORMS, ...office].sort());
});

test('no page that everybody may open carries the calls of the office', () => {
  const manifest = readManifest();
  const holdsOffice = (script: string) =>
    readFileSync(join(CLIENT, script), 'utf8').includes('reconcileMonth');
  expect(Object.keys(manifest.routes).some((id) => scriptsOf(manifest, id).some(holdsOffice))).toBe(true);
  expect(Object.keys(BUDGETS).filter((id) => scriptsOf(manifest, id).some(holdsOffice))).toEqual([]);
});

test('the router’s list says what public pages import, and nothing of that for the pages of areas', () => {
  const { url, routes } = readManifest();
  const pages = Object.entries(routes).filter(([, page]) => page.hasDefaultExport);
  const areas = pages.filter(([, { parentId }]) =>
    /^routes\/(admin|instructor|student)\/layout$/.test(parentId ?? ''),
  );
  expect(areas.length).toBeGreaterThan(50);
  expect(areas.filter(([, { imports }]) => imports)).toEqual([]);
  for (const id of ['routes/home', 'routes/classes', 'routes/login'])
    expect(routes[id]?.imports, id).not.toEqual([]);
  expect(bytesOf(url)).toBeLessThanOrEqual(4800);
});

test('what a page loads on the server it loads in the browser too, once it is in use', () => {
  const pages = Object.entries(readManifest().routes).filter(([, page]) => page.hasDefaultExport);
  expect(pages.length).toBeGreaterThan(60);
  expect(pages.filter(([, page]) => page.hasLoader && !page.hasClientLoader)).toEqual([]);
});

const BUDGETED = Object.keys(SHIPPED).flatMap((language) =>
  Object.entries(BUDGETS).map(([id, budget]) => [id, language as Shipped, budget] as const),
);

test.each(BUDGETED)('%s in %s needs at most %i bytes of scripts', (id, language, budget) => {
  const scripts = scriptsOf(readManifest(language), id).map((script) => ({ script, bytes: bytesOf(script) }));
  const sum = scripts.reduce((all, { bytes }) => all + bytes, 0);
  const list = scripts.toSorted((one, other) => other.bytes - one.bytes);
  const lines = list.map(({ script, bytes }) => `${String(bytes).padStart(7)} ${script}`);
  expect(sum, [`${id} loads ${sum} bytes:`, ...lines].join('\n')).toBeLessThanOrEqual(budget);
});

test('the scripts of a language hold every message of theirs, and no mark of one', () => {
  for (const folder of Object.values(FOLDERS)) {
    const scripts = readdirSync(join(CLIENT, 'assets', folder)).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(100);
    for (const name of scripts)
      expect(readFileSync(join(CLIENT, 'assets', folder, name), 'utf8'), name).not.toMatch(/@@[a-z]\w*\./);
  }
  expect(readdirSync(join(CLIENT, 'assets')).filter((name) => name.endsWith('.js'))).toEqual([]);
});

test('what the server runs holds no letter that doubles the memory its text takes', () => {
  for (const folder of ['school', 'server']) {
    const built = join(CLIENT, '..', folder);
    const scripts = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    );
    expect(scripts.length).toBeGreaterThan(10);
    const wide = scripts.filter((name) => /[^\0-\xff]/.test(readFileSync(join(built, name), 'utf8')));
    expect(wide).toEqual([]);
  }
});
