import { mayRehearse } from './may-rehearse.ts';
import { isSignedInAdmin } from './queries.ts';
import type { RehearsalOptions } from './routes.ts';

/**
 * Ends the copy once the admin who began it has signed out, or is none any more, and once the school is open;
 * gives how many ended. It only reads the school's records.
 */
export async function endUnattended(options: RehearsalOptions): Promise<number> {
  const { askCopy, db } = options;
  const { copy } = (await askCopy?.({ does: 'read' })) ?? {};
  if (!copy) return 0;
  const isAttended = (await isSignedInAdmin(db, copy.startedby)) && (await mayRehearse(options));
  if (isAttended) return 0;
  return (await askCopy?.({ does: 'end' }))?.ended ?? 0;
}
