import type { ClassRow } from '#server/features/classes/queries.ts';

/** Whether places of a class are reserved: it runs once enough have joined, and that is not decided yet. */
export const isUndecided = ({ runsfrom, decided }: Pick<ClassRow, 'runsfrom' | 'decided'>): boolean =>
  runsfrom !== null && decided === null;
