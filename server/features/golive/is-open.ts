import type { GoLiveCode } from '#contract/golive/calls.ts';
import { readSetting, writeSetting } from '#server/database/settings/settings.ts';
import { type GoLiveOptions, listLines } from './list-lines.ts';

/** Codes of the lines that an admin has put away, as JSON. */
const PUT_AWAY = 'start-put-away';

async function findPutAway({ db }: Pick<GoLiveOptions, 'db'>): Promise<readonly GoLiveCode[]> {
  return JSON.parse((await readSetting(db, PUT_AWAY)) ?? '[]');
}

/** Puts away what is still to do before the school opens: it goes without. Gives how many lines that are. */
export async function putLinesAway(options: GoLiveOptions): Promise<number> {
  const open = (await listLines(options)).filter(({ done }) => !done).map(({ code }) => code);
  await writeSetting(options.db, PUT_AWAY, JSON.stringify(open));
  return open.length;
}

/**
 * Whether the school is open: its first class is public, and each line of what it needs before that is done or
 * was put away. A backup is made by the machine, and a missing one closes no school.
 */
export async function isOpen(options: GoLiveOptions): Promise<boolean> {
  const putAway = new Set(await findPutAway(options));
  return (await listLines(options)).every(
    ({ code, done }) => done || code === 'backup' || (code !== 'class' && putAway.has(code)),
  );
}
