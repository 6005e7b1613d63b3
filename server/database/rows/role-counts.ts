import { sql } from 'kysely';
import type { Db, Row } from '#server/database/schema.ts';

/**
 * Adds to the number of users with a role; call it in the transaction that adds them, removes them or changes
 * their role.
 */
export async function countRole(tx: Db, role: Row<'users'>['role'], change: number): Promise<void> {
  await tx
    .updateTable('rolecounts')
    .set({ count: sql<number>`count + ${change}` })
    .where('role', '=', role)
    .execute();
}
