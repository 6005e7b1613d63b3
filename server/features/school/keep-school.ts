import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import {
  findSchool,
  type ReadSchool,
  type SchoolNow,
  type SchoolRecord,
} from '#server/database/school-row.ts';
import type { ContentChanges } from '#server/http/content-changes.ts';
import { type FirstConfig, makeSchool } from './first-school.ts';
import { localeOf } from './locale.ts';

type Options = {
  db: Kysely<Database>;
  config: FirstConfig;
  now: () => number;
  changes: Pick<ContentChanges, 'countOf'>;
};

/**
 * Keeps the school in memory, and reads it again once it was changed, here or by another process. Until it is changed everybody gets the
 * same object. A database without its row gets it from the environment.
 */
export function keepSchool({ db, config, now, changes }: Options): ReadSchool {
  let kept: { count: number; reading: Promise<SchoolNow> } | undefined;
  let latest: SchoolNow | undefined;

  async function find(): Promise<SchoolRecord> {
    const found = await findSchool(db);
    if (found) return found;
    await makeSchool(db, config, now);
    return (await findSchool(db)) as SchoolRecord;
  }

  async function look(): Promise<SchoolNow> {
    const found = await find();
    const school = { ...found, locale: localeOf(found.country) };
    if (!isDeepStrictEqual(school, latest)) latest = school;
    return latest as SchoolNow;
  }

  return () => {
    const count = changes.countOf('school');
    if (kept?.count === count) return kept.reading;
    const reading = look();
    kept = { count, reading };
    reading.catch(() => {
      if (kept?.reading === reading) kept = undefined;
    });
    return reading;
  };
}
