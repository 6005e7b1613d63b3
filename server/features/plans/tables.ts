/** When a class meets, every week or every other one; a class may have several. */
export type PlanRow = {
  _id: string;
  classid: string;
  /** 1 is Monday, 7 Sunday (ISO 8601). */
  weekday: number;
  /** On the school's clocks, `16:00`. */
  starttime: string;
  minutes: number;
  everyweeks: 1 | 2;
  firstday: string;
  lastday: string;
  roomid: string | null;
  teacherid: string | null;
};
