import type { InUse, Merged, PersonRows } from '#server/features/feature.ts';

export type Subject = 'learner' | 'account';
export type NamedColumn = { table: string; column: string; merged: Merged; inUse?: InUse };

/** The columns that name a learner, or an account, in the order in which the features declare them. */
export const columnsOf = (rows: readonly PersonRows[], subject: Subject): NamedColumn[] =>
  rows.flatMap((tables) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, declared]) => {
        const merged: Merged | undefined = Reflect.get(declared, subject);
        return merged ? [{ table, column, merged, inUse: declared.inUse }] : [];
      }),
    ),
  );

/** Whether rows of a column are places in classes, or lead to one. */
export const isPlace = (merged: Merged) =>
  merged === 'place' || (typeof merged === 'object' && 'merging' in merged && merged.place === true);
