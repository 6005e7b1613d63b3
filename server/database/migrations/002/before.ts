/** What is read and written of rows while they are carried over. */
export type Before = {
  users: { _id: string; email: string; createdat: number };
  learners: LearnerRow;
  classes: ClassRow;
  changes: { _id: string; action: string; before: string | null; after: string | null };
  mails: MailRow;
};

export type LearnerRow = {
  _id: string;
  userid: string | null;
  self: 0 | 1;
  leftat: number | null;
  createdat: number;
  /** In lower case; here only while records are carried over. */
  address: string | null;
};

type ClassRow = {
  _id: string;
  classname: string;
  image: string;
  price: number;
  capacity: number;
  level: string;
  group: string;
  description: string;
  status: string;
  approvedas: string | null;
};

type MailRow = {
  _id: string;
  kind: string;
  ref: string;
  recipient: string;
  subject: string;
  letter: string;
  validuntil: number;
  workat: number;
  attempts: number;
  createdat: number;
};
