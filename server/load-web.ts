import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Web } from './http/app.ts';

/** The same for the source as written and for what the build makes of it. */
export const ROOT = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname);

/**
 * The pages, built or (`isDev`) being written; undefined where they have not been built. React decides by
 * NODE_ENV how it runs, so that is to be settled before.
 */
export async function loadWeb(isDev: boolean): Promise<Web | undefined> {
  if (isDev) {
    const { openDevWeb } = await import('./http/dev-web.ts');
    return openDevWeb();
  }
  const built = join(ROOT, 'build', 'server', 'index.js');
  if (!existsSync(built)) return undefined;
  const build = await import(built);
  const read = (name: string) => JSON.parse(readFileSync(join(ROOT, 'build', 'server', name), 'utf8'));
  return {
    ...build.entry.module.createPages(build, 'production', {
      folders: read('languages.json'),
      shell: read('shell.json'),
    }),
    assets: join(ROOT, 'build', 'client'),
  };
}
