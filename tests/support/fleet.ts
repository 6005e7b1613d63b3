import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type StandIn, startStandIn } from './systemd/stand-in.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { version: OWN_VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

/** Settings that schools of a fleet share: no real money, and mails as files. */
const SETTINGS = `CARD_SANDBOX=on
RATE_LIMIT_FACTOR=10
LOG_LEVEL=error
FROM_THE_FILE=yes
`;

/** What a program ended with and said. */
export type Ended = { code: number | null; out: string; err: string };

export type TestFleet = Awaited<ReturnType<typeof openTestFleet>>;

/**
 * An empty fleet with systemd's stand-in, and releases of three kinds beside it, all of this product:
 * `now`; `next`, a version later, with a migration of its own; and schools in whose folder `breaks` lies fail
 * in that migration, those with `spoils` after it.
 */
export async function openTestFleet() {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-fleet-'));
  const root = join(folder, 'schools');
  const kept = join(folder, 'kept');
  mkdirSync(root);
  const now = makeRelease(join(folder, 'releases', 'now'), OWN_VERSION);
  const next = makeNext(join(folder, 'releases', 'next'), '9.0.0');
  const units: StandIn = await startStandIn(folder, root);
  writeFileSync(join(folder, 'settings'), SETTINGS);
  const env = { PATH: units.bin };

  function spawnFleet(...args: string[]) {
    const [command = '', ...rest] = args;
    const typed = ['admin', 'fleet', command, ...rest, '--root', root];
    const child = spawn(join(now, 'cadenza'), typed, { env: { ...env, DATA_DIR: '/nowhere' } });
    return { child, ended: endOf(child) };
  }
  const run = (...args: string[]) => spawnFleet(...args).ended;
  /** Brings a backup into a new folder, as an operator would on another machine. */
  function restore(file: string, into: string) {
    mkdirSync(into);
    const typed = ['admin', 'restore', file];
    return endOf(spawn(join(now, 'cadenza'), typed, { cwd: into, env }));
  }
  const { socketOf } = units;

  return {
    folder,
    root,
    releases: { now, next },
    units,
    file: (...parts: string[]) => join(root, ...parts),
    /** Starts `admin fleet …` as a process of its own. */
    spawn: spawnFleet,
    run,
    restore,
    remove: (...parts: string[]) => rmSync(join(root, ...parts)),
    make: (name: string, ...more: string[]) =>
      run(
        'make',
        name,
        ...['--url', `https://${name}.schools.example`, '--admin', `head@${name}.example`],
        ...['--settings', join(folder, 'settings'), ...more],
      ),
    /** Keeps a school as it is, for `copy`. */
    keep: (name: string) => {
      cpSync(join(root, name), kept, { recursive: true, verbatimSymlinks: true });
      rmSync(join(kept, 'data', 'admin.log'), { force: true });
    },
    /** Another school, which begins as the one that was kept. */
    copy: (name: string) => {
      cpSync(kept, join(root, name), { recursive: true, verbatimSymlinks: true });
      const settings = join(root, name, '.env');
      const text = readFileSync(settings, 'utf8');
      writeFileSync(settings, text.replace(/^PUBLIC_URL=.*$/m, `PUBLIC_URL=https://${name}.schools.example`));
    },
    /** Opens a school's socket and sets its timer. */
    open: (name: string) => units.systemctl('start', `cadenza@${name}.socket`, `cadenza@${name}.timer`),
    /** Asks a school as its proxy would, which wakes it. */
    ask: (name: string, path: string) => askAt(socketOf(name), path),
    /** The rows that a query gives of a school on SQLite. */
    rows: (name: string, query: string) => {
      const db = new DatabaseSync(join(root, name, 'data', 'cadenza.sqlite'), { readOnly: true });
      try {
        return db.prepare(query).all();
      } finally {
        db.close();
      }
    },
    close: async () => {
      await units.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, ...said }));
  });
}

/** Asks over a connection of its own. */
const askAt = (socketPath: string, path: string) =>
  new Promise<{ status: number; text: string; ms: number }>((resolve, reject) => {
    const began = performance.now();
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    const request = get({ socketPath, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - began }),
      );
    });
    request.on('error', reject);
  });

/** The product as a release has it: its start script with the same settings, on this Node. */
function makeRelease(folder: string, version: string): string {
  mkdirSync(join(folder, 'build'), { recursive: true });
  cpSync(join(ROOT, 'build', 'school'), join(folder, 'build', 'school'), { recursive: true });
  for (const name of ['server', 'client'])
    symlinkSync(join(ROOT, 'build', name), join(folder, 'build', name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'cadenza', version, type: 'module' }));
  const program = `#!/bin/sh
here=$(cd -P -- "$(dirname -- "$0")" && pwd -P)
export NODE_DISABLE_COMPILE_CACHE=1 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
case $1 in
start) exec '${process.execPath}' --max-semi-space-size=8 --heap-growing-percent=40 "$here/build/school/main.js" ;;
admin) shift; exec '${process.execPath}' "$here/build/school/admin.js" "$@" ;;
esac
`;
  writeFileSync(join(folder, 'cadenza'), program, { mode: 0o755 });
  return folder;
}

/** A later version, whose migration and start fail in the folders that say so. */
function makeNext(folder: string, version: string): string {
  makeRelease(folder, version);
  const before = /("003-release-0\.3\.0": \w+)/;
  const migration = `"004-later": { async up(db) {
    await db.schema.createTable("later").addColumn("_id", "text").execute();
    if (existsSync("breaks")) throw new Error("This migration is broken.");
  } }`;
  patch(join(folder, 'build', 'school', 'rows.js'), before, `$1, ${migration}`);
  patch(
    join(folder, 'build', 'school', 'main.js'),
    /(async function listen\(.*\) \{\n)/,
    '$1if (existsSync("spoils")) refuse(["It does not start."]);\n',
  );
  return folder;
}

function patch(file: string, pattern: RegExp, by: string) {
  const text = readFileSync(file, 'utf8');
  if (text.match(new RegExp(pattern, 'g'))?.length !== 1) throw new Error(`${file} has no one ${pattern}.`);
  const imported = text.includes('existsSync') ? '' : 'import { existsSync } from "node:fs";\n';
  writeFileSync(file, imported + text.replace(pattern, by));
}
