import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Config } from '#server/config/config.ts';
import { inBatches } from '#server/database/lists/batches.ts';
import { findWide } from '#server/database/narrow-files.ts';
import { readLastBackup } from '#server/database/settings/last-backup.ts';
import { readLostLines } from '#server/database/settings/lost-lines.ts';
import { reachCards } from '#server/services/cards.ts';
import { reachIdentity } from '#server/services/identity.ts';
import { isPictureName, openFiles, openStore, reachImages } from '#server/services/images.ts';
import { reachMail } from '#server/services/mail.ts';
import { type Finding, fine, note, wrong } from './findings.ts';
import type { OpenBeside } from './records/open-records.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MB = 1024 * 1024;
const LITTLE_MB = 1024;
const TOO_LITTLE_MB = 200;
const SKEW_MS = 2000;
const AHEAD_MS = 5 * MINUTE_MS;
const BACKUP_DAYS = 2;
const NO_BACKUP_DAYS = 7;
const LOST_LINES_DAYS = 7;

/** Where the records are, without the password in the address. */
export function placeOf({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return `SQLite in ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl.reveal());
  return `PostgreSQL at ${host}${pathname}`;
}

/** Each service by itself: one that is away hides none of the others. */
export async function checkServices(config: Config): Promise<Finding[]> {
  return Promise.all([
    reach('Identity', () => reachIdentity(config), {
      embedded: 'Embedded.',
      remedy: 'Check FIREBASE_PROJECT_ID, FIREBASE_API_KEY, FIREBASE_SERVICE_ACCOUNT and the way there.',
    }),
    reach('Cards', () => reachCards(config), {
      embedded: 'Embedded: no real money is taken.',
      remedy: 'Check STRIPE_SECRET_KEY and the way there.',
    }),
    reach('Pictures', () => reachImages(config), {
      remedy: 'Check the variables that begin with IMAGES_, the rights on DATA_DIR, and the way there.',
    }),
    reach('Mail', () => reachMail(config), {
      embedded: 'No mail server: mails are files in DATA_DIR/outbox, and nobody gets them.',
      isNote: !config.isDemo,
      remedy: 'Check SMTP_URL and MAIL_FROM, then try mail-test.',
    }),
  ]);
}

async function reach(
  about: string,
  ask: () => Promise<string | undefined>,
  { embedded = '', isNote = false, remedy }: { embedded?: string; isNote?: boolean; remedy: string },
): Promise<Finding> {
  try {
    const host = await ask();
    if (host) return fine(about, `Reached: ${host}.`);
    return isNote ? note(about, embedded, 'Set SMTP_URL and MAIL_FROM.') : fine(about, embedded);
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return wrong(about, `It cannot be used: ${cause?.code ?? message}.`, remedy);
  }
}

/** Whether this machine's clock is the database's, and no record is from the future. */
export async function checkClock({ db, dialect }: OpenBeside, now: () => number): Promise<Finding> {
  const remedy =
    'Let the machines take their time from one source (NTP): holds, codes and tokens run out by it.';
  if (dialect === 'postgres') {
    const before = now();
    const asked = await sql<{
      ms: number;
    }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
    const apart = Math.round(Number(asked.rows[0]?.ms) - (before + now()) / 2);
    if (Math.abs(apart) > SKEW_MS)
      return wrong('Clock', `The database's clock is ${apart / 1000} s away from this machine's.`, remedy);
  }
  const [latest] = (
    await sql<{ at: number | null }>`select max(at) as at from (
      select max(seenat) as at from signins union all select max(createdat) from orders union all select max(createdat) from users
    ) as moments`.execute(db)
  ).rows;
  const ahead = Number(latest?.at ?? 0) - now();
  if (ahead > AHEAD_MS)
    return wrong('Clock', `There are records of ${Math.round(ahead / MINUTE_MS)} minutes from now.`, remedy);
  return fine('Clock', 'It agrees with the records.');
}

export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const remedy = 'Free some space, or give DATA_DIR a larger disk.';
  try {
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = Math.floor((bavail * bsize) / MB);
    const says = `${free} MB are free in ${dataDir}.`;
    if (free < TOO_LITTLE_MB) return wrong('Disk', says, remedy);
    return free < LITTLE_MB ? note('Disk', says, remedy) : fine('Disk', says);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return wrong(
      'Disk',
      `${dataDir} cannot be written (${code}).`,
      'Give this user the right to, or set DATA_DIR.',
    );
  }
}

export async function checkBackup({ db }: OpenBeside, config: Config, now: number): Promise<Finding> {
  const remedy = 'Run backup every night, and keep the file on another machine.';
  const madeat = await readLastBackup(db);
  if (madeat === undefined) return note('Backup', 'There has been none.', remedy);
  const age = Math.floor((now - madeat) / DAY_MS);
  const says = `The latest is of ${new Date(madeat).toISOString()}.`;
  if (age >= NO_BACKUP_DAYS && !config.isDemo) return wrong('Backup', says, remedy);
  return age >= BACKUP_DAYS ? note('Backup', says, remedy) : fine('Backup', says);
}

/** Whether other users of this machine are kept from the school's files. */
export function checkRights({ dataDir }: Config): Finding {
  const wide = findWide(dataDir);
  const [first] = wide;
  if (!first) return fine('Rights', `Nobody else may open the school’s files in ${dataDir}.`);
  const says = `Others on this machine may open ${wide.map(({ path }) => path).join(', ')}.`;
  return wrong(
    'Rights',
    says,
    `Run chmod ${first.mode.toString(8)} ${first.path} as its owner, or start the school as that.`,
  );
}

/** Whether the school has lost lines of its log lately. */
export async function checkLog({ db }: OpenBeside, now: number): Promise<Finding> {
  const lostat = await readLostLines(db);
  if (lostat === undefined || now - lostat >= LOST_LINES_DAYS * DAY_MS)
    return fine('Log', `No line was lost in the last ${LOST_LINES_DAYS} days.`);
  const says = `Lines could not be written, the last time about ${new Date(lostat).toISOString()}.`;
  return wrong('Log', says, 'Look at the disk on which the log lies, or at the program that reads it.');
}

/** Whether every picture that the records count lies in the store. */
export async function checkPictures({ db }: OpenBeside, config: Config, now: number): Promise<Finding> {
  const there = new Set<string>();
  const store = await openStore(config);
  for await (const { name } of store.list()) if (isPictureName(name)) there.add(name.replace(/\.webp$/, ''));
  // One that is being uploaded is counted before it is stored.
  const rows = db.selectFrom('images').select('hash').where('deleting', '=', 0);
  const counted = await rows.where('uploadedat', '<', now - DAY_MS).execute();
  const missing = counted.filter(({ hash }) => !there.has(hash));
  if (missing.length === 0) return fine('Stored', `${counted.length} pictures are where the records say.`);
  const says = `${missing.length} of ${counted.length} pictures are missing, as ${missing[0]?.hash}.`;
  return wrong('Stored', says, 'Bring them back from a backup: it has them under pictures/, by these names.');
}

/** The same of every file of a lesson. */
export async function checkFiles({ db }: OpenBeside, config: Config): Promise<Finding> {
  const there = new Set<string>();
  const store = await openFiles(config);
  for await (const { name } of store.list()) there.add(name);
  let count = 0;
  const missing: string[] = [];
  for await (const { _id } of inBatches(({ after, limit }) =>
    db.selectFrom('lessonfiles').select('_id').where('_id', '>', after).orderBy('_id').limit(limit).execute(),
  )) {
    count += 1;
    if (!there.has(_id)) missing.push(_id);
  }
  if (missing.length === 0) return fine('Files', `${count} files of lessons are where the records say.`);
  const says = `${missing.length} of ${count} files of lessons are missing, as ${missing[0]}.`;
  return wrong('Files', says, 'Bring them back from a backup: it has them under files/, by these names.');
}
