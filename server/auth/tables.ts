/** A sign-in of one browser. An access token counts only while its row is here and not ended. */
export type SignInRow = {
  _id: string;
  userid: string;
  /** When the person last proved who they are: the ID token's `auth_time`, in milliseconds. */
  authtime: number;
  useragent: string;
  createdat: number;
  seenat: number;
  endedat: number | null;
};
