import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter(Boolean);

/** The source as it is now in a folder of its own, with these packages, for a script that writes in it. */
export function copySource() {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-source-'));
  for (const file of git(ROOT, 'ls-files', '-co', '--exclude-standard')) {
    if (!existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  git(folder, 'init', '-q');
  git(folder, '-c', 'core.fsync=none', '-c', 'core.compression=0', 'add', '-A');
  return {
    folder,
    /** Runs Node there. */
    run(...args: string[]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      return { status, out: stdout + stderr };
    },
    /** Which of its files are written since. */
    written: () => ({
      changed: git(folder, 'diff', '--name-only'),
      added: git(folder, 'ls-files', '-o', '--exclude-standard'),
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
