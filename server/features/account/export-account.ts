import type * as z from 'zod';
import type { AccountData } from '#contract/account.schema.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import type { PersonRecords } from '#server/features/feature.ts';
import { ensure } from '#server/http/errors.ts';

/** Everything the school keeps of a person, feature by feature. Throws `user-not-found` for an account that was just deleted. */
export async function exportAccount(
  db: Db,
  records: readonly PersonRecords[],
  person: Caller,
): Promise<z.output<typeof AccountData>> {
  const parts: Partial<z.output<typeof AccountData>> = {};
  for (const one of records) Object.assign(parts, await one.export?.(db, person));
  const { profile, selections = [], enrolments = [], waitlist = [], payments = [] } = parts;
  const { consents = [], sessions = [], teaching } = parts;
  ensure(profile, 'user-not-found');
  return { profile, selections, enrolments, waitlist, payments, consents, sessions, teaching };
}
