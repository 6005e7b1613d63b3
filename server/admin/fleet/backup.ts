import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ANY_NAMES, type FleetCommand, Refused } from '#server/admin/command.ts';
import { findSchools, releaseOf, type SchoolFolder } from './folders.ts';
import { alone } from './lock.ts';
import { faultOf, type Outcome, resultOf } from './outcomes.ts';
import { adminIn, type Env } from './run-school.ts';

export type Backup = { file: string; bytes: number; sha256: string };

export const backupAll: FleetCommand = {
  name: 'fleet backup',
  takes: [ANY_NAMES],
  flags: { to: { type: 'string', help: 'The folder of backups, such as a disk of its own' } },
  summary: 'Backs up all schools, or those named, one after the other',
  help: [
    'Each becomes a file of its own, made by the release that the school runs by as its own backup would make it: whole, of one moment, while it runs or sleeps, for restore to read. A file is named by the school and the moment (UTC).',
    'One that fails is said and does not stop the others. It ends with 1 where one has failed.',
  ],
  async run({ root, env, now }, names, { to }) {
    if (typeof to !== 'string') throw new Refused('--to DIR names the folder of backups.');
    const folder = resolve(to);
    const schools = findSchools(root, names);
    return alone(root, async () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const outcomes: (Outcome & Partial<Backup>)[] = [];
      for (const school of schools) outcomes.push(await backUp(school, { folder, env, now: now() }));
      return resultOf(outcomes);
    });
  },
};

async function backUp(
  school: SchoolFolder,
  { folder, ...at }: { folder: string; env: Env; now: number },
): Promise<Outcome & Partial<Backup>> {
  const { name } = school;
  try {
    const made = await writeBackup(school, releaseOf(school), { folder, ...at });
    return { name, ok: true, says: `${made.file}, ${made.bytes} bytes, SHA-256 ${made.sha256}`, ...made };
  } catch (error) {
    return { name, ok: false, says: faultOf(error) };
  }
}

/** Has a release write a backup of a school into a folder. Throws `Refused`. */
export async function writeBackup(
  school: SchoolFolder,
  release: string,
  { folder, env, now, label = '' }: { folder: string; env: Env; now: number; label?: string },
): Promise<Backup> {
  const moment = new Date(now).toISOString().replace(/\..*/, 'Z').replaceAll(':', '');
  const file = join(folder, `${school.name}-${moment}${label}.backup`);
  const { bytes, sha256 } = await adminIn<Backup>(school, release, ['backup', file], env);
  return { file, bytes, sha256 };
}
