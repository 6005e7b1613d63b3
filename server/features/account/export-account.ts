import type * as z from 'zod';
import type { AccountData } from '#contract/account/schema.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import type { Rows } from '#server/features/feature.ts';
import { findShownLearners, NO_LEARNER } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';

/** What stands in the file where a feature keeps nothing. */
const EMPTY = {
  learners: [],
  guardians: [],
  guarded: [],
  selections: [],
  enrolments: [],
  waitlist: [],
  materials: [],
  practised: [],
  payments: [],
  consents: [],
  posts: [],
  reactions: [],
  questions: [],
  log: [],
  sessions: [],
};

/**
 * Everything the school keeps of a person, table by table. Throws `user-not-found` for an account that was
 * just deleted.
 */
export async function exportAccount(
  db: Db,
  rows: Rows,
  person: Caller,
): Promise<z.output<typeof AccountData>> {
  const parts: Partial<z.output<typeof AccountData>> = {};
  const learners = await findShownLearners(db, person);
  const family = { ...person, learners: learners.length === 0 ? [NO_LEARNER] : learners };
  for (const { export: exportRows } of Object.values(rows))
    if (typeof exportRows === 'function') Object.assign(parts, await exportRows(db, family));
  const { profile, ...others } = parts;
  ensure(profile, 'user-not-found');
  return { ...EMPTY, ...others, profile };
}
