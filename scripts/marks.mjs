// How the scripts that run before all others know what is done already. Built-ins only, nothing newer than
// Node 20.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Where Node 26 is linked once scripts/node has brought it: what npm's scripts find first. */
export const NODE = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Every file of a folder, or the file itself, from the root on and in a fixed order. */
function filesIn(path) {
  const full = join(ROOT, path);
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** A hash of the names and contents of files and folders. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Whether what this file marks was made of the same. */
export const isReady = (marker, hash) => existsSync(marker) && readFileSync(marker, 'utf8') === hash;

const INSTALLED = join(ROOT, 'node_modules', '.ready');
const hashOfPackages = () => hashOf(['package.json', 'package-lock.json']);

export const isInstalled = () => isReady(INSTALLED, hashOfPackages());
export const markInstalled = () => writeFileSync(INSTALLED, hashOfPackages());
