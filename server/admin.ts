import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { UMASK } from './database/narrow-files.ts';

/*
 * `npm run admin -- <command>`: what an operator does to a school from a terminal. The commands are in
 * admin/.
 */

/** The same for the source as written and for what the build makes of it. */
const PACKAGE = findPackageJSON(import.meta.url) ?? '';

process.umask(UMASK);
enableCompileCache(join(dirname(PACKAGE), 'build', 'compiled'));
if (existsSync('.env')) process.loadEnvFile('.env');
const { runAdmin } = await import('./admin/run.ts');
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
// A reader that closes the pipe early, such as `head`, does not fail the command.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  now: Date.now,
  version,
  home: dirname(PACKAGE),
  out: process.stdout,
  err: process.stderr,
});
