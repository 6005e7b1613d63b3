import type { Row } from '#server/database/schema.ts';

/**
 * What a copy of the school is made of: what it offers, and when and where that is. No account and no learner,
 * no address, no picture and no free text that may name a person; who teaches is a number.
 */
export type Program = {
  school: Row<'school'>;
  billing: Pick<Row<'billingsettings'>, 'dueafterdays' | 'latefee' | 'latefeeafterdays' | 'taxrate'>;
  terms: Row<'terms'>[];
  rooms: Row<'rooms'>[];
  closures: Row<'closures'>[];
  instruments: Row<'instruments'>[];
  classinstruments: Row<'classinstruments'>[];
  classes: Row<'classes'>[];
  plans: Row<'plans'>[];
  lessons: Row<'lessons'>[];
  /** Ids made for the copy, one for each who teaches: rows name them. */
  teacherids: string[];
};
