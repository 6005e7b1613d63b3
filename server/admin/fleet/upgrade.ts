import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANY_NAMES, type FleetCommand, type FleetWork, Refused, type Result } from '#server/admin/command.ts';
import { chunksOf } from '#server/database/lists/batches.ts';
import { lockFolder } from '#server/database/open.ts';
import { writeBackup } from './backup.ts';
import {
  findRelease,
  findSchools,
  folderOf,
  linkRelease,
  ownFolder,
  readSettings,
  releaseOf,
  type SchoolFolder,
  versionOf,
} from './folders.ts';
import { type Entry, type Journal, openJournal } from './journal.ts';
import { alone } from './lock.ts';
import { lookAt } from './look.ts';
import { faultOf } from './outcomes.ts';
import { putRecordsBack } from './put-back.ts';
import { untilReady } from './readiness.ts';
import { findUnits, startUnits, stopUnits, type UnitKind } from './units.ts';

const WAVE = 5;
const PATIENCE_S = 120;
/** How long a process that still has the records may take to end. */
const FREE_MS = 30_000;
const LOOK_MS = 100;

export const upgrade: FleetCommand = {
  name: 'fleet upgrade',
  takes: [ANY_NAMES],
  flags: {
    to: { type: 'string', help: 'The folder of the unpacked new release' },
    wave: { type: 'string', help: `How many schools at a time after the first; ${WAVE} unless given` },
    without: { type: 'string', help: 'Schools to leave as they are, with commas between them' },
    backups: {
      type: 'string',
      help: 'The folder of the backups that it makes; ROOT/.fleet/backups unless given',
    },
    patience: { type: 'string', help: `Seconds until a school must be ready; ${PATIENCE_S} unless given` },
  },
  summary: 'Moves all schools, or those named, to another release',
  help: [
    'In waves: first one school, then so many at a time. Each is stopped, backed up by its own release, linked to the new one and started; it is done once /readyz is 200 and /healthz says the new version. A school that slept goes to sleep again by itself; one that was stopped is left as it is.',
    'After the first fault no further school is begun. The one that failed is put back: the link, and where the new release has changed its tables the records of the backup, after another backup of what it made of them; then it runs as before.',
    'It says which are done, which have failed and which were not begun. Given again it goes on with the rest; a command that was killed is gone on with first, whatever it had begun.',
  ],
  async run(fleet, names, flags) {
    const options = readOptions(fleet, names, flags);
    return alone(fleet.root, () => upgradeAll(fleet, options));
  },
};

type Options = {
  to: string;
  wave: number;
  patienceMs: number;
  backups: string;
  schools: SchoolFolder[];
};

function readOptions(
  { root }: FleetWork,
  names: readonly string[],
  { to, wave = WAVE, without = '', backups, patience = PATIENCE_S }: Record<string, unknown>,
): Options {
  if (typeof to !== 'string') throw new Refused('--to DIR names the folder of the new release.');
  const release = findRelease(to);
  const left = String(without).split(',').filter(Boolean);
  const kept = new Set(left.length > 0 ? findSchools(root, left).map(({ name }) => name) : []);
  return {
    to: release,
    wave: wholeNumber(wave, '--wave'),
    patienceMs: wholeNumber(patience, '--patience') * 1000,
    backups: typeof backups === 'string' ? resolve(backups) : ownFolder(root, 'backups'),
    schools: findSchools(root, names).filter(({ name }) => !kept.has(name)),
  };
}

function wholeNumber(value: unknown, flag: string): number {
  if (!/^[1-9]\d{0,5}$/.test(String(value))) throw new Refused(`${flag} must be a whole number above 0.`);
  return Number(value);
}

type Ended = { name: string; state: 'done' | 'failed' | 'left' | 'not begun'; says: string };
type Run = Options & { fleet: FleetWork; journal: Journal };

async function upgradeAll(fleet: FleetWork, options: Options): Promise<Result> {
  const run: Run = { ...options, fleet, journal: openJournal(fleet.root) };
  const ended: Ended[] = [];
  const hasFailed = () => ended.some(({ state }) => state === 'failed');
  const note = (one: Ended) => {
    ended.push(one);
    fleet.say(lineOf(one));
  };
  for (const [name, entry] of Object.entries(run.journal.entries())) {
    const settled = await settle(run, folderOf(fleet.root, name), entry);
    if (settled) note(settled);
  }
  const isKnown = ({ name }: SchoolFolder) => ended.some((one) => one.name === name);
  const open = options.schools.filter((school) => !isKnown(school) && releaseOf(school) !== options.to);
  const [first, ...others] = open;
  const waves = first ? [[first], ...chunksOf(others, options.wave)] : [];
  for (const wave of waves) {
    if (hasFailed()) for (const { name } of wave) note({ name, state: 'not begun', says: 'as it was' });
    else await Promise.all(wave.map(async (school) => note(await upgradeOne(run, school))));
  }
  return resultOf(ended, options);
}

const lineOf = ({ name, state, says }: Ended) => `${state.padEnd(10)} ${name}: ${says}`;

function resultOf(ended: readonly Ended[], { to }: Pick<Options, 'to'>): Result {
  const countOf = (state: Ended['state']) => ended.filter((one) => one.state === state).length;
  const failed = ended.filter(({ state }) => state === 'failed').map(({ name }) => name);
  const counts = (['done', 'failed', 'not begun', 'left'] as const).map(
    (state) => `${countOf(state)} ${state}`,
  );
  return {
    lines: [
      ended.length > 0 ? `${counts.join(', ')}.` : `All of them run by ${to} already.`,
      ...(failed.length > 0
        ? [
            `Once ${failed.join(', ')} is mended, give the same command again: it goes on with what is left. With --without ${failed.join(',')} it goes on without.`,
          ]
        : []),
    ],
    data: { to, schools: [...ended] },
    isWrong: failed.length > 0,
  };
}

/** Goes on with what a command that died had begun; undefined where the school is as it was, and may be begun. */
async function settle(run: Run, school: SchoolFolder, entry: Entry): Promise<Ended | undefined> {
  if (entry.step === 'begun') {
    await startUnits(school, entry.units, run.fleet.env);
    run.journal.remove(school.name);
    return undefined;
  }
  return entry.step === 'turned'
    ? turn(run, school, entry)
    : putBack(run, school, entry, 'A command that died was putting it back.');
}

async function upgradeOne(run: Run, school: SchoolFolder): Promise<Ended> {
  const { name } = school;
  const { env, now } = run.fleet;
  const { journal } = run;
  const { state, active, socket } = await findUnits(school, env);
  if (state === 'stopped') return { name, state: 'left', says: 'it was stopped' };
  if (state === 'unknown' || !socket)
    return { name, state: 'failed', says: `systemd knows no cadenza@${name}.socket. Nothing was changed.` };
  const from = releaseOf(school);
  const entry: Entry = { step: 'begun', from, to: run.to, units: active };
  journal.write(name, entry);
  try {
    await stopSchool(run, school);
    const { shape } = await lookAt(readSettings(school));
    const made = await writeBackup(school, from, { folder: run.backups, env, now: now() });
    const turned: Entry = { ...entry, step: 'turned', backup: { ...made, shape } };
    journal.write(name, turned);
    return await turn(run, school, turned);
  } catch (error) {
    const now = await startUnits(school, active, env).then(
      () => 'It was started again as it was.',
      (fault) => `It could not be started again: ${faultOf(fault)}`,
    );
    journal.remove(name);
    return { name, state: 'failed', says: `${faultOf(error)} Nothing was changed. ${now}` };
  }
}

/** Starts a school by the new release, and puts it back where that does not become ready. */
async function turn(run: Run, school: SchoolFolder, entry: Entry): Promise<Ended> {
  const { name } = school;
  try {
    linkRelease(school, entry.to);
    await startAndCheck(run, school, entry.to, entry);
  } catch (error) {
    return putBack(run, school, entry, faultOf(error));
  }
  run.journal.remove(name);
  return { name, state: 'done', says: `version ${versionOf(entry.to)}, backup ${entry.backup?.file}` };
}

async function putBack(run: Run, school: SchoolFolder, entry: Entry, why: string): Promise<Ended> {
  const { name } = school;
  const { env, now } = run.fleet;
  run.journal.write(name, { ...entry, step: 'back' });
  try {
    await stopSchool(run, school);
    const options = { folder: run.backups, env, now: now() };
    const done = await putRecordsBack(school, entry, options);
    linkRelease(school, entry.from);
    await startAndCheck(run, school, entry.from, entry);
    run.journal.remove(name);
    return { name, state: 'failed', says: `${why} It runs as before. ${done}` };
  } catch (error) {
    const says = `${why} It could not be put back: ${faultOf(error)} The same command tries again; its backup is ${entry.backup?.file}.`;
    return { name, state: 'failed', says };
  }
}

async function startAndCheck(
  { patienceMs, fleet: { env } }: Run,
  school: SchoolFolder,
  release: string,
  { units }: { units: readonly UnitKind[] },
): Promise<void> {
  // Its service as well, where only its socket was waiting: a fault must show now.
  await startUnits(school, [...units, 'service'], env);
  await untilReady(school, { version: versionOf(release), patienceMs, env });
}

/** Stops a school and waits until no process, as of a command that died, has its records. */
async function stopSchool({ fleet: { env } }: Run, school: SchoolFolder): Promise<void> {
  await stopUnits(school, env);
  const { databaseUrl, dataDir } = readSettings(school);
  if (databaseUrl) return;
  const until = Date.now() + FREE_MS;
  for (;;) {
    try {
      return lockFolder(dataDir).close();
    } catch (error) {
      if (Date.now() > until) throw new Refused(faultOf(error));
    }
    await sleep(LOOK_MS);
  }
}
