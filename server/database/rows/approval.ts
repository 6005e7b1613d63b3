import type { AgeLimits } from '#contract/learners/ages.ts';
import type { Row } from '#server/database/schema.ts';

type ClassRow = Row<'classes'>;
type Approved = Pick<
  ClassRow,
  'classname' | 'image' | 'price' | 'capacity' | 'level' | 'group' | 'description'
> &
  Partial<Pick<ClassRow, 'priceunit' | 'duetext'>> &
  AgeLimits;

/** What an approval is about. Seats are counted in all: selling one changes nothing. */
const COLUMNS = [
  'classname',
  'image',
  'price',
  'capacity',
  'level',
  'group',
  'description',
  'agefrom',
  'ageto',
  'priceunit',
  'duetext',
] as const satisfies (keyof Approved)[];

/** An approval from before the column existed says nothing about it. */
const columnOf = (approved: Approved, column: keyof Approved) => approved[column] ?? null;

/** An approval, as its column `approvedas` keeps it. */
export const approvalOf = (approved: Approved) =>
  JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [column, columnOf(approved, column)])));

/**
 * What was approved of a class with these columns as they are now; null where it is not approved. Free seats
 * count as seats in all.
 */
export function approvalWith({ approvedas, ...now }: ClassRow, columns: readonly string[]): string | null {
  if (approvedas === null) return null;
  const approved: Approved = JSON.parse(approvedas);
  const isNow = (column: string) => columns.includes(column === 'capacity' ? 'availableseat' : column);
  const kept = COLUMNS.filter((column) => !isNow(column)).map((column) => [
    column,
    columnOf(approved, column),
  ]);
  return approvalOf({ ...now, ...Object.fromEntries(kept) });
}

/** The columns of a class that differ from what was approved; none where nothing is. */
export function changedSinceApproval(row: ClassRow): string[] {
  if (row.approvedas === null) return [];
  const approved: Approved = JSON.parse(row.approvedas);
  return COLUMNS.filter((column) => row[column] !== columnOf(approved, column));
}
