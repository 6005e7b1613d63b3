/** The profile of an instructor; no row where none was written. */
export type InstructorRow = {
  userid: string;
  /** Plain text. */
  words: string;
  /** Names, as a JSON list. */
  instruments: string;
  version: number;
  changedat: number;
};
