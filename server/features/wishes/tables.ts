/** What a learner would like to learn; level and group are null where any will do. */
export type WishRow = {
  _id: string;
  learnerid: string;
  instrumentid: string;
  level: string | null;
  group: string | null;
  createdat: number;
  endsat: number;
};

/** An hour of the week, on the school's clocks, that suits: 16 is from four to five. */
export type WishHourRow = { wishid: string; weekday: number; hour: number };
