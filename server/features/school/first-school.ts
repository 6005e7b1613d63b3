import { MISSED_RULES } from '#contract/school/calls.ts';
import { ENGLISH } from '#languages/languages.ts';
import type { Config } from '#server/config/config.ts';
import { profileOf, rowOf, type SchoolRecord } from '#server/database/rows/school-row.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { DEMO_FACTS, DEMO_SCHOOL } from '#server/database/seed/school.ts';
import { insertFacts, insertSchool } from './queries.ts';

export type FirstConfig = Pick<Config, 'firstSchool' | 'isDemo' | 'publicUrl' | 'images'>;

/** The row as the environment has it, and nothing more where the school is a real one. */
function firstRow({ firstSchool, isDemo }: FirstConfig): Row<'school'> {
  const { said: _, ...profile } = firstSchool;
  const row = rowOf({ ...profile, ...MISSED_RULES, languages: [ENGLISH], version: 1 });
  return isDemo ? { ...row, ...DEMO_SCHOOL } : row;
}

/** The school of an environment whose records have none yet. */
export const firstSchool = (config: FirstConfig): SchoolRecord => ({
  ...profileOf(firstRow(config)),
  facts: [],
});

/** Makes the school's row, once: of several processes that start at once the first one's is there. */
export async function makeSchool(tx: Db, config: FirstConfig, now: number): Promise<void> {
  const isMade = await insertSchool(tx, firstRow(config));
  if (!isMade || !config.isDemo) return;
  const positions = new Map<string, number>();
  const facts = DEMO_FACTS.map((fact) => {
    const position = positions.get(fact.kind) ?? 0;
    positions.set(fact.kind, position + 1);
    return { ...fact, day: null, position };
  });
  await insertFacts(tx, facts, now);
}
