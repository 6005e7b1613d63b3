import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const UNPACKED = join(import.meta.dirname, '..', '..', 'build');

/**
 * Finds a program in PATH, or unpacks Debian's package of that name (and `others` that it needs) into
 * `build/`, which takes no rights. Gives the program and the folder of the libraries that came with it.
 * Throws a sentence that says how to get it.
 */
export function bringFromDebian(name: string, others: readonly string[] = []) {
  const folder = join(UNPACKED, name);
  const libraries = join(
    folder,
    'usr',
    'lib',
    process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu',
  );
  const find = () =>
    [
      ...(process.env.PATH ?? '').split(delimiter),
      '/usr/sbin',
      ...['sbin', 'bin'].map((place) => join(folder, 'usr', place)),
    ]
      .map((place) => join(place, name))
      .find((file) => existsSync(file));
  if (!find()) {
    mkdirSync(folder, { recursive: true });
    spawnSync('apt-get', ['download', name, ...others], { cwd: folder, stdio: 'ignore' });
    for (const file of readdirSync(folder).filter((one) => one.endsWith('.deb')))
      spawnSync('dpkg', ['-x', file, '.'], { cwd: folder, stdio: 'ignore' });
  }
  const program = find();
  if (!program)
    throw new Error(`This needs ${name}: install Debian’s package ${name}, or put ${name} in PATH.`);
  return { program, libraries };
}
