import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { holdZone, recomputeLessons } from '#server/features/lessons/index.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { findZoneData, updateZoneData } from './queries.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Holds lessons at their time once a process comes with newer zone data, by which clocks may change otherwise than before. The version is one of the
 * IANA database, `2026b`, and they sort; of two processes the newer decides.
 */
export const zoneDataJob = (options: {
  db: Db;
  now: () => number;
  changed: () => void;
  version?: string;
}): Job => ({
  name: 'zone-data',
  everyMs: DAY_MS,
  run: () => followZoneData(options),
});

async function followZoneData({
  db,
  now,
  changed,
  version = process.versions.tz ?? '',
}: Parameters<typeof zoneDataJob>[0]): Promise<number> {
  if (((await findZoneData(db)) ?? '') >= version) return 0;
  await transact(db, async (tx) => {
    await recomputeLessons(tx, { zone: await holdZone(tx), now: now() });
    await updateZoneData(tx, version);
  });
  changed();
  return 1;
}
