import type { InUse, Merged, PersonColumn, Rows } from '#server/features/feature.ts';

export type Subject = 'learner' | 'account';
export type NamedColumn = { table: string; column: string; merged: Merged; inUse?: InUse };

/** The columns that name a learner, or an account, in the order in which features declare them. */
export const columnsOf = (rows: Rows, subject: Subject): NamedColumn[] =>
  Object.entries(rows).flatMap(([table, { columns = {} }]) =>
    Object.entries<PersonColumn>(columns).flatMap(([column, declared]) => {
      const merged: Merged | undefined = Reflect.get(declared, subject);
      const inUse = declared.inUse && 'says' in declared.inUse ? declared.inUse : undefined;
      return merged ? [{ table, column, merged, ...(inUse && { inUse }) }] : [];
    }),
  );

/** Whether rows of a column are places in classes, or lead to one. */
export const isPlace = (merged: Merged) =>
  merged === 'place' || (typeof merged === 'object' && 'merging' in merged && merged.place === true);
