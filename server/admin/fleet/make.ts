import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type FleetCommand, Refused } from '#server/admin/command.ts';
import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import {
  findRelease,
  findSchools,
  folderOf,
  inFolder,
  linkRelease,
  ownFolder,
  readSettings,
  type SchoolFolder,
  settingsOf,
  versionOf,
} from './folders.ts';
import { alone } from './lock.ts';
import { faultOf } from './outcomes.ts';
import { startOnce } from './run-school.ts';

/** A capital letter, a special character, and 144 bits. */
const makePassword = () => `Aa!${randomBytes(18).toString('base64url')}`;

export const make: FleetCommand = {
  name: 'fleet make',
  takes: ['NAME'],
  flags: {
    url: { type: 'string', help: 'The address that visitors type (PUBLIC_URL)' },
    admin: { type: 'string', help: 'The address of its first admin (ADMIN_EMAIL)' },
    settings: {
      type: 'string',
      help: 'A file of further settings, which is copied: mail, cards, DATABASE_URL',
    },
    release: {
      type: 'string',
      help: 'The folder of the release that it is to run by; this one unless given',
    },
  },
  summary: 'Makes a school: its folder, settings, records, first admin',
  help: [
    'The folder ROOT/NAME has the settings in .env (mode 600), the records in data, and the link release. The school is started once, which makes the records and the first admin as for a single school; where that is refused, nothing is left. The password of the first admin is made up, and stands in .env.',
    'The school listens at the socket of cadenza@NAME.socket behind a proxy (TRUST_PROXY=unix), and ends after a minute in which nothing happens (IDLE_EXIT_S=60). The file of --settings may say otherwise.',
  ],
  async run({ root, env, ownRelease }, [name = ''], flags) {
    const school = folderOf(root, name);
    const release = findRelease(typeof flags.release === 'string' ? flags.release : ownRelease);
    const version = versionOf(release);
    const settings = writeSettings(flags);
    return alone(root, async () => {
      checkNew(root, school, settings);
      // What an earlier try that died has left goes first.
      const making = { name, folder: join(ownFolder(root, 'making'), name) };
      rmSync(making.folder, { recursive: true, force: true });
      try {
        mkdirSync(making.folder, { mode: 0o700 });
        writeFileSync(settingsOf(making), settings.text, { mode: 0o600 });
        linkRelease(making, release);
        await startOnce(making, release, env);
        renameSync(making.folder, school.folder);
      } finally {
        rmSync(making.folder, { recursive: true, force: true });
      }
      return {
        lines: [
          `${name} is in ${school.folder}, version ${version}. The password of ${settings.admin}, its first admin, is in ${settingsOf(school)}.`,
          `To open it: systemctl enable --now cadenza@${name}.socket cadenza@${name}.timer`,
        ],
        data: { name, folder: school.folder, version, address: settings.url, admin: settings.admin },
      };
    });
  },
};

type Settings = { text: string; url: string; admin: string };

/** Later lines of `.env` count, so what makes the school its own comes last. Throws `Refused`. */
function writeSettings(flags: Record<string, unknown>): Settings {
  const { url, admin, settings } = flags;
  if (typeof url !== 'string') throw new Refused('--url names the address that visitors type.');
  if (typeof admin !== 'string') throw new Refused('--admin names the address of the first admin.');
  const shared = typeof settings === 'string' ? readShared(settings) : '';
  const text = `NODE_ENV=production
TRUST_PROXY=unix
IDLE_EXIT_S=60
${shared}
PUBLIC_URL="${url}"
ADMIN_EMAIL="${admin}"
ADMIN_PASSWORD="${makePassword()}"
`;
  const read = parseEnv(text);
  if (read.PUBLIC_URL !== url || read.ADMIN_EMAIL !== admin)
    throw new Refused('--url and --admin must have no quotes and no line breaks in them.');
  return { text, url, admin };
}

function readShared(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8').trimEnd();
  } catch (error) {
    throw new Refused(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Two schools of one address or one database would be one school with two processes. */
function checkNew(root: string, school: SchoolFolder, settings: Settings): void {
  if (existsSync(school.folder)) throw new Refused(`${school.folder} is there already.`);
  const given = readConfig(inFolder(parseEnv(settings.text), school.folder));
  for (const other of findSchools(root)) {
    const known = readKnown(other);
    if (!known) continue;
    if (known.publicUrl === given.publicUrl)
      throw new Refused(`${other.name} has the address ${settings.url} already.`);
    if (known.dataDir === given.dataDir || isSameDatabase(known, given))
      throw new Refused(`${other.name} has these records already: DATABASE_URL or DATA_DIR is the same.`);
  }
}

/** Of a school whose settings are wrong no address is known: `fleet list` says so. */
function readKnown(school: SchoolFolder): Config | undefined {
  try {
    return readSettings(school);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw new Refused(faultOf(error));
  }
}

const isSameDatabase = (one: Config, other: Config) =>
  one.databaseUrl !== undefined && one.databaseUrl.reveal() === other.databaseUrl?.reveal();
