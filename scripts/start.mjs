// Starts the built product as the process that npm was asked for, so that its signals and its exit code are
// the product's.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = join(dirname(dirname(fileURLToPath(import.meta.url))), 'build', 'school', 'main.js');
// Two of V8: how large its young generation gets, and how far the old one grows beyond what is alive (by
// default up to fourfold).
const args = ['--max-semi-space-size=8', '--heap-growing-percent=40', main, ...process.argv.slice(2)];
// Two settings of glibc, read when a process begins: without them what pictures needed for a moment is not
// given back.
const env = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', ...process.env };

if (process.platform === 'win32') {
  // Nothing replaces a process there. Ctrl-C reaches both, and the school ends by it.
  process.on('SIGINT', () => {});
  spawn(process.execPath, args, { stdio: 'inherit', env }).on('exit', (code) => process.exit(code ?? 1));
} else {
  process.execve(process.execPath, [process.execPath, ...args], env);
}
