import { turn } from './turns.ts';

const BATCH = 250;

/**
 * All rows of a long list, one after the other, read in batches by the key that they are sorted by, the
 * oldest first.
 */
export async function* inBatches<T extends { _id: string }>(
  find: (batch: { after: string; limit: number }) => Promise<T[]>,
): AsyncGenerator<T> {
  let after = '';
  for (;;) {
    await turn('row');
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

/**
 * Runs `work` for one item, together with all that were brought while it ran for others: a commit costs the
 * same for many. Gives what `work` gave for the item. Where it throws, each is tried by itself, so that one
 * that cannot be done holds up no other.
 */
export function gathering<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  let gathered: T[] = [];
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<readonly PromiseSettledResult<R>[]> | undefined;

  const runNext = async () => {
    await running;
    const items = gathered;
    gathered = [];
    next = undefined;
    const mine = settledFor(items);
    running = mine;
    return mine;
  };
  const settledFor = (items: readonly T[]): Promise<readonly PromiseSettledResult<R>[]> =>
    work(items).then(
      (given) => given.map((value) => ({ status: 'fulfilled', value })),
      (reason) =>
        items.length === 1
          ? [{ status: 'rejected', reason }]
          : Promise.all(items.map((item) => settledFor([item]))).then((all) => all.flat()),
    );
  return async (item) => {
    const at = gathered.push(item) - 1;
    next ??= runNext();
    const one = (await next)[at];
    if (one?.status !== 'fulfilled') throw one?.reason;
    return one.value;
  };
}
