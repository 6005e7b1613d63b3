import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';

/**
 * In the place of systemd, for schools in the folders of `root`: sockets that wake them, services, timers that
 * are on or off, and a `systemctl` in `bin` that shows, starts and stops them.
 */
export type StandIn = {
  /** To be put before PATH. */
  bin: string;
  socketOf(name: string): string;
  systemctl(...args: string[]): Promise<{ out: string; err: string; code: number }>;
  /** The process of a school that runs; undefined where it sleeps. */
  pidOf(name: string): number | undefined;
  /** Resolves once the process of a school has ended. */
  asleep(name: string): Promise<void>;
  /** How often a school was started so far. */
  startsOf(name: string): number;
  /** Refuses to stop the units of a school, as systemd does for a user without the right. */
  refuse(name: string): void;
  stop(): Promise<void>;
};

type Unit = {
  activator?: ChildProcess | undefined;
  hasTimer: boolean;
  pid?: number | undefined;
  code: number;
  starts: number;
  /** What waits for the next line of the activator. */
  waiting: Set<() => void>;
};

const ACTIVATE = join(import.meta.dirname, 'activate.pl');
const SYSTEMCTL = join(import.meta.dirname, 'systemctl.ts');
const UNIT = /^cadenza@(.*)\.(socket|service|timer)$/;

export async function startStandIn(folder: string, root: string): Promise<StandIn> {
  const bin = join(folder, 'bin');
  const control = join(folder, 'control.sock');
  mkdirSync(bin, { recursive: true });
  const script = `#!/bin/sh\nexec '${process.execPath}' '${SYSTEMCTL}' '${control}' "$@"\n`;
  writeFileSync(join(bin, 'systemctl'), script, { mode: 0o755 });
  const units = new Map<string, Unit>();
  const refused = new Set<string>();
  const socketOf = (name: string) => join(folder, `${name}.sock`);

  function unitOf(name: string): Unit {
    const known = units.get(name) ?? { hasTimer: false, code: 0, starts: 0, waiting: new Set() };
    units.set(name, known);
    return known;
  }

  async function until(unit: Unit, holds: () => boolean) {
    while (!holds())
      await new Promise<void>((resolve) => {
        unit.waiting.add(resolve);
      });
  }

  async function listen(name: string) {
    const unit = unitOf(name);
    if (unit.activator) return;
    const cwd = join(root, name);
    const args = [ACTIVATE, socketOf(name), join(cwd, 'release', 'cadenza'), 'start'];
    const activator = spawn('perl', args, {
      cwd,
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    unit.activator = activator;
    let isListening = false;
    activator.stdout.on('data', (chunk: Buffer) => {
      for (const [, word, number] of String(chunk).matchAll(/^(listening|running|ended)(?: (\d+))?$/gm)) {
        if (word === 'listening') isListening = true;
        if (word === 'running') Object.assign(unit, { pid: Number(number), starts: unit.starts + 1 });
        if (word === 'ended') Object.assign(unit, { pid: undefined, code: Number(number) });
      }
      wake(unit);
    });
    activator.once('exit', () => {
      Object.assign(unit, { activator: undefined, pid: undefined });
      wake(unit);
    });
    await until(unit, () => isListening || unit.activator === undefined);
  }

  async function start(name: string, kind: string) {
    const unit = unitOf(name);
    if (kind === 'timer') unit.hasTimer = true;
    if (kind === 'timer') return;
    await listen(name);
    if (kind === 'socket' || unit.pid) return;
    const { starts } = unit;
    unit.activator?.stdin?.write('start\n');
    await until(unit, () => unit.starts > starts);
  }

  async function stop(name: string, kind: string) {
    const unit = unitOf(name);
    if (kind === 'timer') unit.hasTimer = false;
    if (kind === 'timer' || !unit.activator) return;
    unit.activator.stdin?.write(kind === 'socket' ? 'end\n' : 'stop\n');
    await until(unit, () => !unit.pid && (kind === 'service' || !unit.activator));
    unit.code = 0;
  }

  function show(name: string, kind: string): string {
    const { activator, hasTimer, pid, code } = unitOf(name);
    const isActive = kind === 'timer' ? hasTimer : kind === 'socket' ? activator : pid;
    const hasFailed = kind === 'service' && !pid && code !== 0;
    return [
      `Id=cadenza@${name}.${kind}`,
      `ActiveState=${isActive ? 'active' : hasFailed ? 'failed' : 'inactive'}`,
      `SubState=${isActive ? 'running' : hasFailed ? 'failed' : 'dead'}`,
      ...(kind === 'socket' ? [`Listen=${socketOf(name)} (Stream)`] : []),
    ].join('\n');
  }

  async function systemctl(...args: string[]) {
    const [verb, ...rest] = args;
    const named = rest.flatMap((arg) => {
      const [, name, kind] = UNIT.exec(arg) ?? [];
      return name && kind ? [{ name, kind }] : [];
    });
    if (verb === 'show')
      return { out: `${named.map(({ name, kind }) => show(name, kind)).join('\n\n')}\n`, err: '', code: 0 };
    if (named.some(({ name }) => refused.has(name)))
      return { out: '', err: 'Interactive authentication required.\n', code: 1 };
    for (const { name, kind } of named) {
      if (verb === 'start') await start(name, kind);
      if (verb === 'stop') await stop(name, kind);
      if (verb === 'reset-failed' && kind === 'service') unitOf(name).code = 0;
    }
    return { out: '', err: '', code: 0 };
  }

  const connections = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    // A command that was killed asks no more.
    connection.on('error', () => {});
    let asked = '';
    connection.on('data', (chunk) => {
      asked += chunk;
    });
    connection.on('end', async () => {
      const args = JSON.parse(asked) as string[];
      connection.end(JSON.stringify(await systemctl(...args)));
    });
  });
  await new Promise<void>((resolve) => server.listen(control, resolve));

  return {
    bin: `${bin}${delimiter}${process.env.PATH}`,
    socketOf,
    systemctl,
    pidOf: (name) => unitOf(name).pid,
    startsOf: (name) => unitOf(name).starts,
    asleep: (name) => until(unitOf(name), () => !unitOf(name).pid),
    refuse: (name) => void refused.add(name),
    stop: async () => {
      for (const name of units.keys()) await stop(name, 'socket');
      for (const connection of connections) connection.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function wake({ waiting }: Unit) {
  for (const resolve of waiting) resolve();
  waiting.clear();
}
