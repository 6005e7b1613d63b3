export type SelectionRow = {
  _id: string;
  learnerid: string;
  classid: string;
  enrolled: 0 | 1;
  createdat: number;
};
