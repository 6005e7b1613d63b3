import type { Row } from './schema.ts';

type ClassRow = Row<'classes'>;
type Approved = Pick<
  ClassRow,
  'classname' | 'image' | 'price' | 'capacity' | 'level' | 'group' | 'description'
>;

/** What an approval is about, as its column `approvedas` keeps it. Seats are counted in all: selling one changes nothing. */
export const approvalOf = ({ classname, image, price, capacity, level, group, description }: Approved) =>
  JSON.stringify({ classname, image, price, capacity, level, group, description });

/** What was approved of a class with these columns as they are now; null where it is not approved. Free seats count as seats in all. */
export function approvalWith({ approvedas, ...now }: ClassRow, columns: readonly string[]): string | null {
  if (approvedas === null) return null;
  const approved = JSON.parse(approvedas) as Approved;
  const isNow = (column: string) => columns.includes(column === 'capacity' ? 'availableseat' : column);
  const kept = Object.entries(approved).filter(([column]) => !isNow(column));
  return approvalOf({ ...now, ...Object.fromEntries(kept) });
}

/** The columns of a class that differ from what was approved; none where nothing is. */
export function changedSinceApproval(row: ClassRow): string[] {
  const approved = JSON.parse(row.approvedas ?? '{}') as Partial<Approved>;
  return Object.entries(approved)
    .filter(([column, value]) => row[column as keyof ClassRow] !== value)
    .map(([column]) => column);
}
