import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Bench, Row } from './measure/section.ts';

const ROOT = join(import.meta.dirname, '..');
const START_MAX_S = 35;
const TEST_MAX_S = 600;
const ARCHIVE_MAX_MB = 70;

/** What a newcomer has: none of the programs and settings of this checkout, nor what npm has set to run this. */
function newcomer(): NodeJS.ProcessEnv {
  const paths = (process.env.PATH ?? '').split(delimiter);
  const PATH = paths.filter((path) => !path.includes('node_modules')).join(delimiter);
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^INIT_CWD$/.test(name));
  return { ...Object.fromEntries(own), PATH, PORT: '0' };
}

/** Seconds from `npm start` to where a demo school listens. */
async function start(clone: string): Promise<number> {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: newcomer(),
    stdio: ['ignore', 'pipe', 2],
    detached: true,
  });
  const ended = once(child, 'exit');
  let said = '';
  const listens = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      if (said.includes(' is listening at ')) resolve();
    });
  });
  await Promise.race([listens, ended]);
  if (child.exitCode !== null) throw new Error('`npm start` ended before it listened.');
  const seconds = (performance.now() - began) / 1000;
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
  return seconds;
}

/** Seconds of a command that succeeds. */
function run(clone: string, ...args: string[]): number {
  const began = performance.now();
  execFileSync('npm', args, { cwd: clone, env: newcomer(), stdio: ['ignore', 2, 2] });
  return (performance.now() - began) / 1000;
}

const row = (what: string, figure: number, unit: string, goal: number, limitedBy: string): Row => ({
  what,
  ours: `${figure.toFixed(0)} ${unit}`,
  reference: '–',
  goal: `≤ ${goal} ${unit}`,
  isMet: figure <= goal,
  limitedBy,
});

const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const clone = join(folder, 'cadenza');
  try {
    execFileSync('git', ['clone', '--quiet', ROOT, clone]);
    const started = await start(clone);
    const tested = run(clone, 'test');
    run(clone, 'run', 'release');
    const [archive = ''] = globSync('build/release/*.tar.gz', { cwd: clone });
    const megabytes = statSync(join(clone, archive)).size / 1_000_000;
    return {
      title: 'A fresh clone',
      method:
        'A clone of this repository, with the packages in npm’s cache and PostgreSQL and Chromium installed: `npm start` to where the demo school listens, then `npm test` as it is without `CHECKPOINT`, then the archive that `npm run release` makes.',
      rows: [
        row('`npm start`', started, 's', START_MAX_S, 'npm’s install, and the two builds'),
        row('`npm test`', tested, 's', TEST_MAX_S, 'the cores of this machine: tests run one a core'),
        row(
          'the archive of a release',
          megabytes,
          'MB',
          ARCHIVE_MAX_MB,
          'Node, and the decoders of pictures',
        ),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
export default bench;
