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
