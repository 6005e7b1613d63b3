import { spawn } from 'node:child_process';
import { once } from 'node:events';

const windows = process.platform === 'win32';
// A caller's NODE_ENV=production, omit or engine-strict must not leave parts out: the build needs them all.
const ARGS = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--engine-strict=false',
  '--loglevel=error',
  '--no-audit',
  '--no-fund',
];

/**
 * Installs what the lock file of a folder names, by the npm that is running. Built-ins only, nothing newer
 * than Node 20.
 */
export async function npmCi(folder) {
  const npm = process.env.npm_execpath;
  const [command, args] =
    npm && /\.c?js$/.test(npm) ? [process.execPath, [npm, ...ARGS]] : [windows ? 'npm.cmd' : 'npm', ARGS];
  const npmRuns = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: command === 'npm.cmd',
  });
  const [status, error] = await once(npmRuns, 'close').then(
    ([code]) => [code],
    (fault) => [1, fault],
  );
  if (status === 0) return;
  console.error(`\n${command} ${args.join(' ')} did not succeed${error ? `: ${error.message}` : ''}.`);
  process.exit(status || 1);
}
