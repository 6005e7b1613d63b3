import { spawn } from 'node:child_process';
import { Refused } from '#server/admin/command.ts';
import { programOf, type SchoolFolder } from './folders.ts';

/** What of the caller's environment a school's own program gets: none of its settings may come from there. */
const PASSED = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR'] as const;

export type Env = Record<string, string | undefined>;

const STOP_MS = 30_000;

function spawnIn(
  { folder }: Pick<SchoolFolder, 'folder'>,
  release: string,
  args: readonly string[],
  env: Env,
) {
  return spawn(programOf(release), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

const passedOf = (env: Env): Env => Object.fromEntries(PASSED.map((name) => [name, env[name]]));

/**
 * Runs a command of the operator's for one school, by a release of its own and with its settings alone, as
 * `cadenza admin …` in its folder would. Gives what it answers as JSON. Throws `Refused` with its sentences
 * where it did not do what it was asked.
 */
export async function adminIn<T extends object>(
  school: SchoolFolder,
  release: string,
  args: readonly string[],
  env: Env,
): Promise<T & { ok: boolean }> {
  const { out, err } = await runToEnd(spawnIn(school, release, ['admin', ...args, '--json'], passedOf(env)));
  const answer = parse<T & { ok: boolean; errors?: readonly string[] }>(out);
  if (!answer) throw new Refused(err.trim().split('\n').at(-1) || `${programOf(release)} said nothing.`);
  if (answer.errors) throw new Refused(answer.errors.join(' '));
  return answer;
}

function parse<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T;
  } catch {
    return undefined;
  }
}

type Child = ReturnType<typeof spawnIn>;

async function runToEnd(child: Child): Promise<{ out: string; err: string }> {
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', ({ message }) => reject(new Refused(message)));
    child.once('close', () => resolve());
  });
  return said;
}

/**
 * Starts a school for once, on a port of the system's choice, until it listens, which makes its records and
 * its first admin. Throws `Refused` with the sentences of a start that was refused.
 */
export async function startOnce(
  school: Pick<SchoolFolder, 'folder'>,
  release: string,
  env: Env,
): Promise<void> {
  const child = spawnIn(school, release, ['start'], { ...passedOf(env), HOST: '127.0.0.1', PORT: '0' });
  let isListening = false;
  child.stdout.on('data', (chunk) => {
    if (isListening || !String(chunk).includes(' is listening at ')) return;
    isListening = true;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref();
  });
  const { err } = await runToEnd(child);
  if (!isListening)
    throw new Refused(err.trim().replaceAll('\n', ' ') || 'The school ended before it listened.');
}
