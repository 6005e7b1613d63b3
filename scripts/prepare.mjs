// npm runs this after an install.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './marks.mjs';

const git = (...args) => spawnSync('git', args, { encoding: 'utf8' });

/** Commits of this clone are checked by .githooks from now on. Nothing happens outside a clone. */
function checkCommits() {
  const isClone = git('rev-parse', '--is-inside-work-tree').stdout?.trim() === 'true';
  const known = git('config', '--get', 'core.hooksPath').stdout?.trim();
  if (isClone && !known) git('config', 'core.hooksPath', '.githooks');
}

/** Node comes with what native modules are compiled with: a third of it, and nothing here is compiled. */
function dropHeaders() {
  const modules = join(ROOT, 'node_modules');
  for (const name of readdirSync(modules).filter((name) => /^node-(bin-)?(darwin|linux|win)-/.test(name)))
    rmSync(join(modules, name, 'include'), { recursive: true, force: true });
}

checkCommits();
dropHeaders();
