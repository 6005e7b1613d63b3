import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './marks.mjs';

const PACKAGE = /(?:from|import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^'"]*)?['"]/g;
const LICENCE = /^(licen[cs]e|copying|notice)/i;

const readJson = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

/** Where the lock file has a package as `from` would find it. */
function placeOf(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const place = `${folder}${folder && '/'}node_modules/${name}`;
    if (packages[place]) return place;
    if (!folder.includes('/node_modules/')) return packages[`node_modules/${name}`] && `node_modules/${name}`;
  }
}

/** The folders of these packages and of all that they need, as far as they are installed. */
export function closureOf(names) {
  const { packages } = readJson('node_modules/.package-lock.json');
  const found = new Set();
  const visit = (name, from) => {
    const place = placeOf(packages, name, from);
    if (!place || found.has(place)) return;
    found.add(place);
    const { dependencies, optionalDependencies } = packages[place];
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, place);
  };
  for (const name of names) visit(name, '');
  return [...found].sort();
}

/**
 * The licences of every package of which something is in the server or in the pages, and of those that lie
 * `beside` them.
 */
export function licencesOf({ dependencies }, beside) {
  const sources = globSync('web/**/*.{ts,tsx,css}', { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  );
  const inPages = sources.flatMap((text) => [...text.matchAll(PACKAGE)].map(([, name]) => name));
  const inside = closureOf([...Object.keys(dependencies), ...inPages, 'tailwindcss', 'daisyui']);
  const parts = [...inside, ...beside].map((place) => {
    const { name, version, license } = readJson(join(place, 'package.json'));
    const texts = readdirSync(join(ROOT, place))
      .filter((file) => LICENCE.test(file))
      .map((file) => readFileSync(join(ROOT, place, file), 'utf8').trim());
    return [`${name} ${version} (${license ?? 'see below'})`, ...texts].join('\n\n');
  });
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
