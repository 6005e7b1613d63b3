// What a browser keeps of a page to open it without a network: the scripts that the page and those around it are
// made of, with all that they load later, and what stands beside them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from './manifest.mjs';

/** By its name in the build, whatever loads it. */
const IMPORTED = /(["'`])\.\/([\w.-]+\.js)\1/g;
const BESIDE = /^(?:app-.*\.css|(?:inter|fraunces)-(?:basic|western|central)-.*\.woff2)$/;

/** The names of the scripts of a page, the same in each language, and the paths of the rest that it loads. */
export function shellOf(assets, language, routeId) {
  const folder = join(assets, language);
  const { url, entry, routes } = readManifest(folder).manifest;
  if (!routes[routeId]) throw new Error(`There is no page ${routeId}.`);
  const around = [entry];
  for (let route = routes[routeId]; route; route = routes[route.parentId]) around.push(route);
  const scripts = new Set();
  const visit = (name) => {
    if (scripts.has(name)) return;
    scripts.add(name);
    for (const [, , next] of readFileSync(join(folder, name), 'utf8').matchAll(IMPORTED)) visit(next);
  };
  const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);
  for (const path of [url, ...around.flatMap(({ module, imports = [] }) => [module, ...imports])])
    visit(nameOf(path));
  const beside = readdirSync(assets).filter((name) => BESIDE.test(name));
  return { scripts: [...scripts].sort(), beside: beside.sort().map((name) => `/assets/${name}`) };
}
