// Builds the pages and leaves a brotli copy beside every file that gains from one.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { PSEUDO } from '#languages/languages.ts';
import { writeLanguages } from '#scripts/languages/mark-messages.ts';
import { ROOT } from '#scripts/marks.mjs';
import { copyCatalogues } from './copy-catalogues.mjs';
import { leaveOutImportsOfAreas } from './manifest.mjs';
import { writeAsOneByte } from './one-byte.mjs';
import { shellOf } from './shell.mjs';

const WORTH = new Set(['.js', '.css', '.svg', '.json', '.txt', '.ico', '.webmanifest', '.html']);
const MIN_BYTES = 300;
/** What tests alone ask for is compressed when it is asked for. */
const isPseudo = (name) =>
  Object.keys(PSEUDO).some((language) => name.startsWith(join('assets', `${language}-`)));

for (const half of ['client', 'server']) rmSync(join(ROOT, 'build', half), { recursive: true, force: true });
const cli = join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs');
const built = spawnSync(process.execPath, [cli, 'build', '--logLevel', 'warn'], {
  cwd: ROOT,
  stdio: ['ignore', 2, 2],
  env: { ...process.env, NODE_ENV: 'production' },
});
if (built.status !== 0) process.exit(built.status ?? 1);
writeAsOneByte(join(ROOT, 'build', 'server'));
copyCatalogues(join(ROOT, 'build', 'server', 'assets'));

const client = join(ROOT, 'build', 'client');
leaveOutImportsOfAreas(join(client, 'assets'));
const folders = writeLanguages(join(client, 'assets'));
writeFileSync(join(ROOT, 'build', 'server', 'languages.json'), JSON.stringify(folders));
const shell = shellOf(join(client, 'assets'), folders.en, 'routes/instructor/today');
writeFileSync(join(ROOT, 'build', 'server', 'shell.json'), JSON.stringify(shell));

for (const name of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
  const file = join(client, name);
  if (isPseudo(name) || !WORTH.has(extname(file)) || statSync(file).size <= MIN_BYTES) continue;
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}
