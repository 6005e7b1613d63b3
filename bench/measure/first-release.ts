import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* Version 0.1.0, from the history of this repository, to be measured in turn with today's. */

const ROOT = join(import.meta.dirname, '..', '..');
const COMMIT = '26f34a8b';
/** Kept, since an installation takes longer than what is measured; Node strips no types below `node_modules`. */
const FOLDER = join(tmpdir(), `cadenza-${COMMIT}`);

const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

/** Installs and builds version 0.1.0; gives its folder, undefined in a copy without the history. */
export function readyFirstRelease(): string | undefined {
  if (existsSync(FOLDER)) return FOLDER;
  try {
    execFileSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-first-'));
  try {
    const archive = join(folder, 'first.tar');
    run(ROOT, 'git', 'archive', `--output=${archive}`, COMMIT);
    run(folder, 'tar', '-xf', archive);
    rmSync(archive);
    run(folder, 'npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
    run(folder, process.execPath, join('scripts', 'build.mjs'));
    renameSync(folder, FOLDER);
    return FOLDER;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
