import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { schoolPictures } from '#server/config/school-pictures.ts';
import { localeOf } from '#server/database/rows/locale.ts';
import {
  findSchool,
  type ReadSchool,
  type SchoolNow,
  type SchoolRecord,
} from '#server/database/rows/school-row.ts';
import type { Database, Db } from '#server/database/schema.ts';
import { shareReading } from '#server/database/share-reading.ts';
import { transact } from '#server/database/transact.ts';
import type { ContentChanges } from '#server/http/answers/content-changes.ts';
import { countedBy } from './counted.ts';
import { type FirstConfig, firstSchool, makeSchool } from './first-school.ts';

/** How long it is used without reading it again: another process may die before it tells of a change. */
const FRESH_MS = 5000;

type Options = {
  db: Kysely<Database>;
  config: FirstConfig;
  now: () => number;
  changes: Pick<ContentChanges, 'countOf'>;
};

const withLocale = (school: SchoolRecord): SchoolNow => ({
  ...school,
  locale: localeOf(school.country),
  facts: school.facts.map((fact) => {
    const counts = countedBy(fact);
    return counts ? { ...fact, counts } : fact;
  }),
});

/** The school of an environment whose records have none yet. */
export const schoolOf = (config: FirstConfig) => withLocale(firstSchool(config));

/**
 * The school as its records have it, or, before its first start, as the environment does. A logo of another
 * site is not shown.
 */
export async function findSchoolNow(db: Db, config: FirstConfig): Promise<SchoolNow> {
  const { logo, ...school } = (await findSchool(db)) ?? firstSchool(config);
  const isShown = logo !== undefined && schoolPictures(config)(logo);
  return withLocale({ ...school, ...(isShown && { logo }) });
}

/**
 * Keeps the school in memory, and reads it again once it was changed, here or by another process, and every
 * few seconds anyway. Until it is changed all callers get the same object. A database without its row gets it
 * from the environment.
 */
export function keepSchool({ db, config, now, changes }: Options): ReadSchool {
  let latest: SchoolNow | undefined;

  async function look(): Promise<SchoolNow> {
    if (!latest && !(await findSchool(db))) await transact(db, (tx) => makeSchool(tx, config, now()));
    const school = await findSchoolNow(db, config);
    if (!isDeepStrictEqual(school, latest)) latest = school;
    return latest as SchoolNow;
  }

  const share = shareReading<SchoolNow, { count: number; at: number }>(look);
  return () => {
    const mark = { count: changes.countOf('school'), at: now() };
    return share(mark, ({ count, at }) => count === mark.count && mark.at - at < FRESH_MS);
  };
}
