import type { Db } from '#server/database/schema.ts';
import { noteLostLines } from '#server/database/settings/lost-lines.ts';
import type { Job } from './jobs.ts';

const MINUTE_MS = 60_000;

type Options = {
  db: Db;
  now: () => number;
  /** How many lines of the log this process has lost. */
  lostLines: () => number;
};

/** Writes into the records that lines of the log were lost: the log itself may not be able to say so. */
export function lostLinesJob({ db, now, lostLines }: Options): Job {
  let noted = 0;
  return {
    name: 'lost-lines',
    everyMs: MINUTE_MS,
    async run() {
      const lost = lostLines();
      if (lost > noted) await noteLostLines(db, now());
      noted = lost;
      return 0;
    },
  };
}
