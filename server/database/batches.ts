const BATCH = 1000;

/** All rows of a long list, one after the other, read in batches by the key that they are sorted by, the oldest first. */
export async function* inBatches<T extends { _id: string }>(
  find: (batch: { after: string; limit: number }) => Promise<T[]>,
): AsyncGenerator<T> {
  let after = '';
  for (;;) {
    const rows = await find({ after, limit: BATCH });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last._id;
  }
}

/** A list in pieces, for statements that name their rows: a database takes only so many parameters. */
export function chunksOf<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let from = 0; from < list.length; from += size) chunks.push(list.slice(from, from + size));
  return chunks;
}

const IDS_AT_ONCE = 500;

/** What is found for each of many ids, named once, some at a time. */
export async function inChunks<R>(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<R[]>,
): Promise<R[]> {
  const found: R[] = [];
  for (const some of chunksOf([...new Set(ids)], IDS_AT_ONCE)) found.push(...(await find(some)));
  return found;
}
