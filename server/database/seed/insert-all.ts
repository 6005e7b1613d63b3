/** Few enough rows for the number of values that a statement may carry. */
const ROWS_AT_ONCE = 500;

/** Inserts however many rows, some hundreds in a statement. */
export async function insertAll<T>(rows: readonly T[], insert: (rows: T[]) => Promise<unknown>) {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await insert(rows.slice(at, at + ROWS_AT_ONCE));
}
