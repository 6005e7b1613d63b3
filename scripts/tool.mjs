import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './marks.mjs';

/**
 * The program of a package, to be run by Node itself: what npm links in .bin is a shell script on Windows.
 */
export function toolOf(pkg, name = pkg) {
  const folder = join(ROOT, 'node_modules', ...pkg.split('/'));
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}
