/** Questions to the school, of an account or of a visitor who gave an address. */
export type QuestionRow = {
  _id: string;
  userid: string | null;
  email: string | null;
  name: string | null;
  text: string;
  classid: string | null;
  answer: string | null;
  answeredat: number | null;
  /** Who answered; null once that account was erased. */
  byid: string | null;
  createdat: number;
};
