// React Router's own list of pages, which every page loads once it is used.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OF_AREA = /^routes\/(?:admin|instructor|student)\/layout$/;

/** The list as a folder of scripts has it, with its file and what stands around it there. */
export function readManifest(folder) {
  const name = readdirSync(folder).find((file) => /^manifest-[0-9a-f]+\.js$/.test(file));
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
  return {
    file,
    manifest: JSON.parse(text.slice(start, end)),
    before: text.slice(0, start),
    after: text.slice(end),
  };
}

/**
 * Leaves out of it which scripts the pages of areas import: that was half of the list, and the router reads it
 * only to fetch a page ahead, whose own script names them too.
 */
export function leaveOutImportsOfAreas(folder) {
  const { file, manifest, before, after } = readManifest(folder);
  for (const route of Object.values(manifest.routes)) if (OF_AREA.test(route.parentId)) delete route.imports;
  writeFileSync(file, `${before}${JSON.stringify(manifest)}${after}`);
}
