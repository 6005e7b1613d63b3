import type { Outages } from '#server/database/outages.ts';
import type { Db } from '#server/database/schema.ts';
import { tryToWrite } from '#server/database/settings/write-probe.ts';
import type { Job } from './jobs.ts';

const LOOK_MS = 1000;

type Options = {
  db: Db;
  now: () => number;
  outages: Outages;
  /** Called with an outage that is over. */
  logOver(outage: { since: string; unwritten: number }): void;
};

/**
 * While an outage of the database is under way, tries whether it is over: a school without visitors says so,
 * too.
 */
export function outageJob({ db, now, outages, logOver }: Options): Job {
  return {
    name: 'outage',
    everyMs: LOOK_MS,
    async run() {
      const present = outages.present();
      if (!present) return 0;
      try {
        await tryToWrite(db, now);
      } catch (error) {
        outages.noteFailed(error);
        return 0;
      }
      // What failed while this was tried counts, too.
      const { since, unwritten } = outages.present() ?? present;
      outages.end();
      logOver({ since: new Date(since).toISOString(), unwritten });
      return 0;
    },
  };
}
