import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds what is stale, so that a process which runs the built product runs the source as it is now. */
export default function setup() {
  execFileSync(process.execPath, [join(import.meta.dirname, '..', '..', 'scripts', 'build.mjs')], {
    stdio: ['ignore', 2, 2],
  });
}
