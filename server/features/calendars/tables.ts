/** The calendar that an account's own programs read. */
export type CalendarRow = {
  userid: string;
  /** SHA-256 of the token in its address. */
  hash: string;
  /** Of the account at the identity service, as the sign-in had them that made it: with these it ends. */
  uid: string;
  epoch: number | null;
  createdat: number;
};
