import type { Db } from '#server/database/schema.ts';
import { shared } from '#statements/lock.ts';

/**
 * The zone of the school's clocks (an IANA name), which stays what it is until the transaction ends; for who makes moments of days and times. Before
 * any class is locked: a change of the zone locks it first, too.
 */
export async function holdZone(tx: Db): Promise<string> {
  const school = await shared(tx, tx.selectFrom('school').select('timezone'), 'school').executeTakeFirst();
  return school?.timezone ?? 'UTC';
}
