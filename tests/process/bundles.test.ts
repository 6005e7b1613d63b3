import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CLIENT = fileURLToPath(new URL('../../build/client/', import.meta.url));

/** The pages whose forms are checked before they are sent, and no other, load zod. */
const WITH_FORMS = [
  'routes/account/account',
  'routes/account/action',
  'routes/admin/manage-class',
  'routes/instructor/add-class',
  'routes/instructor/update-class',
  'routes/register',
];

type Route = { module: string; imports?: string[]; parentId?: string };
type Manifest = { entry: Route; routes: Record<string, Route> };

/** React Router's own list of what each page loads. */
function readManifest(): Manifest {
  const name = readdirSync(join(CLIENT, 'assets')).find((file) => /^manifest-[0-9a-f]+\.js$/.test(file));
  const text = readFileSync(join(CLIENT, 'assets', name ?? ''), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

/** Every script that a page asks for, those of the pages around it too. */
function scriptsOf({ entry, routes }: Manifest, id: string): string[] {
  const around: Route[] = [entry];
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) around.push(route);
  return around.flatMap(({ module, imports = [] }) => [module, ...imports]);
}

/** No build shortens the names of properties, and every schema of zod has this one. */
const holdsZod = (script: string) => readFileSync(join(CLIENT, script), 'utf8').includes('_zod');

test('only pages with forms load what forms are checked with', () => {
  const manifest = readManifest();
  const pages = Object.keys(manifest.routes).filter((id) => scriptsOf(manifest, id).some(holdsZod));
  expect(pages.sort()).toEqual(WITH_FORMS);
});
