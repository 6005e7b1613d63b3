/** Two accounts, or two learners, that were made one, and what puts them apart again, as JSON. */
export type MergeRow = {
  _id: string;
  kind: 'user' | 'learner';
  keptid: string;
  droppedid: string;
  undo: string;
  actorid: string | null;
  createdat: number;
  undoneat: number | null;
};
