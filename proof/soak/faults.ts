import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Told } from './traffic.ts';
import type { World } from './world.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** How long a service or a disk is away, at most. */
const AWAY_MS = 30_000;

/** A backup that was made while the school ran, and what callers had been told before it began. */
export type MadeBackup = {
  file: string;
  before: Pick<Told, 'enrolled' | 'placed' | 'charges' | 'movements'>;
};

/** What was done to a school, as often as it was. */
export type Done = {
  kills: number;
  rolls: number;
  cardsAway: number;
  mailAway: number;
  receiverAway: number;
  diskFull: number;
  backups: MadeBackup[];
};

type Env = Record<string, string>;

/** Runs a command of `admin` to its end, and gives what it said as data. Throws where it said nothing. */
export const admin = (env: Env, ...args: string[]) =>
  // biome-ignore lint/suspicious/noExplicitAny: each command says something else
  new Promise<any>((resolve, reject) => {
    const options = { cwd: ROOT, env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env } };
    const command = [join('build', 'school', 'admin.js'), ...args, '--json'];
    execFile(process.execPath, command, options, (_, said, complained) => {
      try {
        resolve(JSON.parse(said));
      } catch {
        reject(new Error(`admin ${args.join(' ')}: ${said}${complained}`));
      }
    });
  });

/** The faults that come one after the other, each at its turn; what ends a process only while `deadly`. */
export function openFaults(world: World, { told, folder }: { told: Told; folder: string }) {
  const done: Done = {
    kills: 0,
    rolls: 0,
    cardsAway: 0,
    mailAway: 0,
    receiverAway: 0,
    diskFull: 0,
    backups: [],
  };
  const kill = async () => {
    await world.kill(done.kills);
    done.kills += 1;
  };
  type Away = 'cardsAway' | 'mailAway' | 'receiverAway';
  const away = async (what: Away, ms: number, leave: () => Promise<() => unknown>) => {
    const comeBack = await leave();
    await sleep(ms);
    await comeBack();
    done[what] += 1;
  };
  const cardsAway = (ms: number) =>
    away('cardsAway', ms, async () => {
      world.way.plan('reset', /^/);
      world.cards.hooks.on = false;
      return () => {
        world.way.mend();
        world.cards.hooks.on = true;
      };
    });
  const mailAway = (ms: number) => away('mailAway', ms, () => world.mailbox.goAway());
  const receiverAway = (ms: number) =>
    away('receiverAway', ms, async () => {
      const { respond } = world.receiver;
      world.receiver.respond = (response) => void response.writeHead(503).end();
      return () => {
        world.receiver.respond = respond;
      };
    });
  const diskFull = async (ms: number) => {
    const empty = world.disk.fill(world.all());
    await sleep(ms).finally(empty);
    done.diskFull += 1;
  };
  const backup = async () => {
    const { enrolled, placed, charges, movements } = told;
    const before = {
      enrolled: new Set(enrolled),
      placed: new Set(placed),
      charges: new Set(charges),
      movements: new Set(movements),
    };
    const file = join(folder, `${done.backups.length}.backup`);
    await admin(world.env, 'backup', file);
    done.backups.push({ file, before });
  };
  const roll = async () => {
    await world.roll();
    done.rolls += 1;
  };
  const killWithoutCards = async (ms: number) => {
    await Promise.all([cardsAway(ms), sleep(ms / 2).then(kill)]);
  };
  const deadly = [kill, mailAway, diskFull, cardsAway, kill, backup, roll, killWithoutCards, receiverAway];
  const mild = [mailAway, backup, cardsAway, receiverAway];

  /**
   * One fault after the other until a moment, each so many milliseconds after the one before began. On a slow
   * machine the end comes later, so that each comes once.
   */
  async function go(faults: readonly ((ms: number) => Promise<void>)[], { until, every }: Spell) {
    for (let at = 0; at < faults.length || Date.now() + every < until; at++) {
      const next = Date.now() + every;
      const fault = faults[at % faults.length];
      console.error(`${new Date().toISOString()} ${fault?.name}`);
      await fault?.(Math.min(AWAY_MS, every / 2));
      await sleep(Math.max(0, next - Date.now()));
    }
    await sleep(Math.max(0, until - Date.now()));
  }
  return {
    done,
    /** Kills and replaces processes, and takes away what they need; in the end all processes are new ones. */
    async rage(spell: Spell) {
      await go(deadly, spell);
      await roll();
    },
    /** Takes away what they need, and lets each process live. */
    disturb: (spell: Spell) => go(mild, spell),
    kinds: { deadly: deadly.length, mild: mild.length },
  };
}

/** Epoch milliseconds at which it ends, and milliseconds from the beginning of one fault to that of the next. */
type Spell = { until: number; every: number };
