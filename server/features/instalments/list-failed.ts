import type { Db } from '#server/database/schema.ts';
import { findFailed, findLeftsOf } from '#server/features/parts/index.ts';

/** The most that the list names, the oldest first. */
const LIMIT = 100;

type Failed = Awaited<ReturnType<typeof findFailed>>[number] & { left: number };

/** Parts that the office asks families for, since their cards were tried in vain; what is settled is left out. */
export async function listFailed(db: Db) {
  const open: Failed[] = [];
  let after: Failed | undefined;
  do {
    const some = await findFailed(db, { after, limit: LIMIT });
    const lefts = await findLeftsOf(db, some);
    const told = some.map((part) => ({ ...part, left: lefts.get(part._id) ?? 0 }));
    open.push(...told.filter(({ left }) => left > 0));
    // What was settled otherwise stays among them, in time more of it than the list names.
    after = some.length === LIMIT ? told.at(-1) : undefined;
  } while (after && open.length < LIMIT);
  return open.slice(0, LIMIT).map(({ refusal, ...part }) => ({ ...part, refusal: refusal ?? undefined }));
}
