import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { Refused } from '#server/admin/command.ts';
import { type Config, readConfig } from '#server/config/config.ts';

/*
 * How a fleet lies on the disk: a folder for each school, with its settings in `.env`, its records in `data`
 * and the release that it runs by behind the link `release`; and a folder of the fleet's own.
 */

/** One school of the fleet. */
export type SchoolFolder = { name: string; folder: string };

/** What a unit of systemd, a host and a file may be called alike. */
const NAME = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;
const OWN = '.fleet';
const LINK = 'release';

export const settingsOf = ({ folder }: SchoolFolder): string => join(folder, '.env');

/** Whether a folder has been one of schools before. */
export const isFleet = (root: string): boolean => existsSync(join(root, OWN));

/** The fleet's own folder, for its owner alone; made when missing. */
export function ownFolder(root: string, ...parts: string[]): string {
  const folder = join(root, OWN, ...parts);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Where a school of this name would be. Throws `Refused` for what is no name. */
export function folderOf(root: string, name: string): SchoolFolder {
  if (!NAME.test(name))
    throw new Refused(`${name} is no name of a school: small letters, digits and hyphens, at most 40.`);
  return { name, folder: join(root, name) };
}

/** All schools of a fleet by name, or those that are named. Throws `Refused` where one is not there. */
export function findSchools(root: string, names: readonly string[] = []): SchoolFolder[] {
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new Refused(`There is no folder ${root}. --root names the folder of all schools.`);
  const there = readdirSync(root)
    .filter((name) => NAME.test(name))
    .map((name) => folderOf(root, name))
    .filter((school) => existsSync(settingsOf(school)));
  if (names.length === 0) return there.sort((one, other) => (one.name < other.name ? -1 : 1));
  return [...new Set(names)].map((name) => {
    const found = there.find((school) => school.name === name);
    if (!found) throw new Refused(`There is no school ${name} in ${root}.`);
    return found;
  });
}

/** The settings of a school as its own process reads them. Throws `ConfigError`. */
export function readSettings(school: SchoolFolder): Config {
  return readConfig(inFolder(parseEnv(readFileSync(settingsOf(school), 'utf8')), school.folder));
}

/** Paths of settings begin at the school's folder, in which its process is started. */
export function inFolder(
  env: Record<string, string | undefined>,
  folder: string,
): Record<string, string | undefined> {
  const isPath = (name: string) => name === 'DATA_DIR' || name.endsWith('_FILE');
  const given = { DATA_DIR: 'data', ...env };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value && isPath(name) ? resolve(folder, value) : value,
    ]),
  );
}

/** The folder of the release that a school runs by. Throws `Refused` where the link is missing. */
export function releaseOf({ name, folder }: SchoolFolder): string {
  try {
    return resolve(folder, readlinkSync(join(folder, LINK)));
  } catch {
    throw new Refused(`${name} has no link ${LINK} to the release that it runs by.`);
  }
}

/** Lets a school run by a release from its next start on; there is one link or the other at any moment. */
export function linkRelease({ folder }: Pick<SchoolFolder, 'folder'>, release: string): void {
  const link = join(folder, `.${LINK}-${process.pid}`);
  symlinkSync(release, link);
  renameSync(link, join(folder, LINK));
}

/** The folder of an unpacked release itself, where a link leads to it. Throws `Refused` where there is none. */
export function findRelease(named: string): string {
  const release = existsSync(named) ? realpathSync(named) : resolve(named);
  versionOf(release);
  return release;
}

export const programOf = (release: string): string => join(release, 'cadenza');

/** The version of an unpacked release. Throws `Refused` where the folder holds none. */
export function versionOf(release: string): string {
  const manifest = join(release, 'package.json');
  if (!existsSync(programOf(release)) || !existsSync(manifest))
    throw new Refused(`${release} is no folder of an unpacked release: it has no cadenza in it.`);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
