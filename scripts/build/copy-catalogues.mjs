// languages/t.ts reads the catalogues beside itself, wherever a build puts it.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED } from '#languages/languages.ts';
import { ROOT } from '#scripts/marks.mjs';

/** Puts the catalogues of all languages into a folder. */
export function copyCatalogues(folder) {
  for (const code of Object.keys(SHIPPED))
    copyFileSync(join(ROOT, 'languages', `${code}.json`), join(folder, `${code}.json`));
}
