import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = '{bench,contract,embedded,scripts,server,statements,tests,web}';
const USES = /^import .* from 'fast-check'/m;

/** What sets how properties are tried, and what looks that it does. */
const ABOUT_THEM = ['tests/support/seeds.ts', 'tests/seeds.test.ts'];

/** The files that hold properties: what is true of any values, tried with some. */
export const PROPERTIES = globSync(`${FOLDERS}/**/*.{ts,tsx,mjs}`, { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !ABOUT_THEM.includes(file) && USES.test(readFileSync(join(ROOT, file), 'utf8')))
  .sort();
