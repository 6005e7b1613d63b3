import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Refused } from '#server/admin/command.ts';
import type { SchoolFolder } from './folders.ts';
import type { Env } from './run-school.ts';

/* The units of a school, as systemd has them: a socket, its service, and the timer that wakes it. */

const run = promisify(execFile);

const KINDS = ['socket', 'timer', 'service'] as const;
export type UnitKind = (typeof KINDS)[number];
export type SchoolState = 'running' | 'asleep' | 'failed' | 'stopped' | 'unknown';

/** What a school's units are doing. */
export type Units = {
  state: SchoolState;
  /** Those that are active. */
  active: UnitKind[];
  /** The path of the Unix socket. */
  socket: string | undefined;
  /** Whether the process has ended by a failure, and waits to be started again or is given up. */
  hasFailed: boolean;
};

const unitOf = ({ name }: Pick<SchoolFolder, 'name'>, kind: UnitKind) => `cadenza@${name}.${kind}`;

/** Asks systemd. Throws `Refused` with what it says where it refuses. */
async function systemctl(args: readonly string[], env: Env): Promise<string> {
  try {
    return (await run('systemctl', args, { env: { PATH: env.PATH } })).stdout;
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === 'ENOENT')
      throw new Refused('systemctl is not there: an upgrade stops and starts schools by it.');
    throw new Refused(`systemctl ${args.join(' ')}: ${stderr?.trim() || message}`);
  }
}

/** What the units of a school are doing; `unknown` where there is no systemd to ask. */
export async function findUnits(school: Pick<SchoolFolder, 'name'>, env: Env): Promise<Units> {
  const names = KINDS.map((kind) => unitOf(school, kind));
  const wanted = '--property=Id,ActiveState,SubState,Listen';
  const shown = await systemctl(['show', wanted, ...names], env).catch(() => undefined);
  if (shown === undefined) return { state: 'unknown', active: [], socket: undefined, hasFailed: false };
  const units = shown.split('\n\n').map((block) => new Map(block.split('\n').map(splitAtEquals)));
  const find = (kind: UnitKind) => units.find((unit) => unit.get('Id') === unitOf(school, kind));
  const isActive = (kind: UnitKind) => find(kind)?.get('ActiveState') === 'active';
  const service = find('service');
  const hasFailed = service?.get('ActiveState') === 'failed' || service?.get('SubState') === 'auto-restart';
  const isOn = isActive('service') || service?.get('ActiveState') === 'deactivating';
  const state = hasFailed ? 'failed' : isOn ? 'running' : isActive('socket') ? 'asleep' : 'stopped';
  const socket = /^(\/.*) \(Stream\)$/.exec(find('socket')?.get('Listen') ?? '')?.[1];
  return { state, active: KINDS.filter(isActive), socket, hasFailed };
}

function splitAtEquals(line: string): [string, string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}

/** Stops all units of a school: no visitor and no timer starts it meanwhile. */
export const stopUnits = (school: SchoolFolder, env: Env): Promise<unknown> =>
  systemctl(['stop', ...KINDS.toReversed().map((kind) => unitOf(school, kind))], env);

/** Starts units of a school; what had failed before may start again. */
export async function startUnits(school: SchoolFolder, kinds: readonly UnitKind[], env: Env): Promise<void> {
  const names = KINDS.filter((kind) => kinds.includes(kind)).map((kind) => unitOf(school, kind));
  await systemctl(['reset-failed', ...names], env).catch(() => {});
  await systemctl(['start', ...names], env);
}
