import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { deleteTakenOutBefore, holdZone, recomputeLessons } from '#server/features/lessons/index.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { findZoneData, updateZoneData } from './queries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long calendars tell of a lesson that was taken out. */
const TOLD_MS = 30 * DAY_MS;

type Options = { db: Db; now: () => number; changed: () => void; version?: string };

/**
 * Holds lessons at their time once a process comes with newer zone data, by which clocks may change otherwise
 * than before. The version is one of the IANA database, `2026b`, and they sort; of two processes the newer
 * decides. Deletes lessons that no calendar tells of any more, too.
 */
export const zoneDataJob = (options: Options): Job => ({
  name: 'zone-data',
  everyMs: DAY_MS,
  run: async () => {
    const deleted = await deleteTakenOutBefore(options.db, options.now() - TOLD_MS);
    return deleted + (await followZoneData(options));
  },
});

async function followZoneData({
  db,
  now,
  changed,
  version = process.versions.tz ?? '',
}: Options): Promise<number> {
  if (((await findZoneData(db)) ?? '') >= version) return 0;
  await transact(db, async (tx) => {
    await recomputeLessons(tx, { zone: await holdZone(tx), now: now() });
    await updateZoneData(tx, version);
  });
  changed();
  return 1;
}
