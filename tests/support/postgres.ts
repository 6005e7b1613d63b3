import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A PostgreSQL server of the tests' own, in a folder of its own on a port of the system's. */
export type Cluster = {
  url: string;
  stop(): Promise<void>;
  /**
   * As `pg_ctl restart -m immediate`: every connection is cut, nothing is written down, the log is replayed.
   */
  crashAndRestart(): Promise<void>;
  /** As when the machine goes away. */
  kill(): Promise<void>;
  /** Makes a standby that every commit waits for from then on. */
  addStandby(): Promise<Standby>;
};

/** A copy that follows by streaming (PostgreSQL 15, section 27.2). */
export type Standby = {
  url: string;
  /** Makes it the one that writes, once its primary is gone. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

const DEBIAN = '/usr/lib/postgresql';
const START_MS = 30_000;
/** Linux gives those from 32768 on by itself, other systems those from 49152 on. */
const PORTS = { from: 20_000, to: 32_000 };

function findBinaries(): string | undefined {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  const folders = [...debian.sort().reverse(), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** A program that comes with PostgreSQL's server. */
export const programOfPostgres = (name: string) => join(installBinaries(), name);

const isRoot = () => process.getuid?.() === 0;

function installBinaries(): string {
  const found = findBinaries();
  if (found) return found;
  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], {
      stdio: 'ignore',
      env,
    });
  }
  const installed = findBinaries();
  if (!installed) {
    throw new Error(
      'The tests need PostgreSQL 15 or newer: install Debian’s package postgresql, or put initdb and postgres in PATH.',
    );
  }
  return installed;
}

/** PostgreSQL refuses to run as root; then it runs as `nobody`, who owns nothing else. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (!isRoot()) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * A port on which nothing listens, below those that a system gives by itself to servers and to connections that
 * go out: one of these would be another's by the time that it is listened on, or listened on again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

async function until(ready: () => boolean, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!ready()) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL ended with code ${server.exitCode} while it was starting.`);
    if (Date.now() > deadline) throw new Error('PostgreSQL did not start in time.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Makes the files of an empty cluster in `folder`. */
function initialise(folder: string, options: { uid?: number; gid?: number }) {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  if (options.uid !== undefined && options.gid !== undefined) {
    chownSync(folder, options.uid, options.gid);
    chownSync(data, options.uid, options.gid);
  }
  chmodSync(data, 0o700);
  const made = spawnSync(
    join(installBinaries(), 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'cadenza', '-E', 'UTF8', '--no-sync'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb did not succeed: ${made.stderr}`);
}

type ClusterOptions = {
  /** Keeps fsync and autovacuum on, for what survives a crash, and for hours of use. */
  durable?: boolean;
  /** A folder in which the cluster stays when it stops; else it has one of its own, which goes with it. */
  keptIn?: string;
};

/** Starts a cluster. */
export async function startCluster({ durable = false, keptIn }: ClusterOptions = {}): Promise<Cluster> {
  const bin = installBinaries();
  const owner = unprivileged();
  const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'cadenza-pg-'));
  const data = join(folder, 'data');
  mkdirSync(folder, { recursive: true });
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(folder, options);

  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200'];
  if (!durable)
    settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off');
  const launch = () =>
    spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, stdio: 'ignore' },
    );
  let server = launch();
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  const ready = () =>
    spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q'], options).status === 0;
  await until(ready, server);

  return {
    url: `postgres://cadenza@127.0.0.1:${port}`,
    crashAndRestart: async () => {
      await end('SIGQUIT');
      server = launch();
      await until(ready, server);
    },
    addStandby: async () => {
      const copy = join(folder, 'standby');
      const program = (name: string, args: string[]) =>
        spawnSync(join(bin, name), args, { ...options, encoding: 'utf8' });
      const at = ['-h', '127.0.0.1', '-U', 'cadenza'];
      const copied = program('pg_basebackup', [...at, '-p', String(port), '-D', copy, '-R', '-c', 'fast']);
      if (copied.status !== 0) throw new Error(`pg_basebackup did not succeed: ${copied.stderr}`);
      const standbyPort = await freePort();
      const standby = spawn(
        join(bin, 'postgres'),
        ['-D', copy, '-p', String(standbyPort), ...settings.flatMap((setting) => ['-c', setting])],
        { ...options, stdio: 'ignore' },
      );
      const answers = (name: number) =>
        program('pg_isready', ['-h', '127.0.0.1', '-p', String(name), '-q']).status === 0;
      await until(() => answers(standbyPort), standby);
      const say = (to: number, statement: string) => {
        const said = program('psql', [...at, '-p', String(to), '-d', 'postgres', '-c', statement]);
        if (said.status !== 0) throw new Error(said.stderr);
      };
      say(port, "alter system set synchronous_standby_names = '*'");
      say(port, 'select pg_reload_conf()');
      return {
        url: `postgres://cadenza@127.0.0.1:${standbyPort}`,
        promote: async () => say(standbyPort, 'select pg_promote()'),
        stop: async () => {
          const ended = new Promise((resolve) => standby.once('exit', resolve));
          standby.kill('SIGINT');
          await ended;
        },
      };
    },
    kill: async () => {
      await end('SIGKILL');
    },
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) await end('SIGINT');
      if (!keptIn) rmSync(folder, { recursive: true, force: true });
    },
  };
}
