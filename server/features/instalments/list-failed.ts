import type { Db } from '#server/database/schema.ts';
import { findFailed, findInvoiceOf, findLeft } from '#server/features/parts/index.ts';

/** The most that the list names, the oldest first. */
const LIMIT = 100;

/** Parts that the office asks families for, since their cards were tried in vain; what is settled is left out. */
export async function listFailed(db: Db) {
  const items = [];
  for (const { refusal, ...part } of await findFailed(db, LIMIT)) {
    const left = await findLeft(db, part, await findInvoiceOf(db, part));
    if (left > 0) items.push({ ...part, left, refusal: refusal ?? undefined });
  }
  return items;
}
