// npm runs this after an install.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lightenModules } from './lighten.mjs';
import { markInstalled, ROOT } from './marks.mjs';

const git = (...args) => spawnSync('git', args, { encoding: 'utf8' });

/** Commits of this clone are checked by .githooks from now on. Nothing happens outside a clone. */
function checkCommits() {
  const isClone = git('rev-parse', '--is-inside-work-tree').stdout?.trim() === 'true';
  const known = git('config', '--get', 'core.hooksPath').stdout?.trim();
  if (isClone && !known) git('config', 'core.hooksPath', '.githooks');
}

checkCommits();
lightenModules(join(ROOT, 'node_modules'));
// An install without the development packages is none to build or test with.
if (existsSync(join(ROOT, 'node_modules', 'vite'))) markInstalled();
